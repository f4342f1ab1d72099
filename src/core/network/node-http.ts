/**
 * Node's HTTP. Import it from here: since Node.js 22.5 an `import` of `node:http` also loads
 * `fetch` and `WebSocket`, which adds a tenth to the time of a start, and 3 MB. Remove this once
 * https://github.com/nodejs/node/issues/59686 is fixed in all supported versions.
 */
export const { Agent, request } = process.getBuiltinModule('node:http');
