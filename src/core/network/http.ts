/**
 * Node's own HTTP, which is imported from here. An `import` of `node:http` reads all that it exports, and since Node.js 22.5
 * that loads Node's own `fetch` and `WebSocket`, of which a start needs nothing: a tenth of it, and 3 MB.
 */
export const { Agent, get, request } = process.getBuiltinModule('node:http');
