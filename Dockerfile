# syntax=docker/dockerfile:1
# The Node.js that is supported longest (24.21.0), for all platforms. Dependabot proposes each newer digest.
FROM node:24-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS base

FROM base AS build
WORKDIR /app
COPY package.json package-lock.json ./
# The sources come below, so nothing is built yet. No package needs its install script.
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY tsconfig.json rolldown.config.js ./
COPY commands commands
COPY locales locales
COPY src src
# Of sqlite3 the image needs the builds for Linux, not its sources.
RUN npm run build && npm prune --omit=dev && cd node_modules/sqlite3 \
  && rm -rf deps src prebuilds/darwin-* prebuilds/win32-*

FROM base
# NODE_OPTIONS keeps the heap small (docs/decisions/heap.md). The code below is compiled with the same options.
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/compile-cache NODE_OPTIONS="--max-semi-space-size=4 --max-old-space-size=768"
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY locales locales
COPY deploy/healthcheck.mjs deploy/
COPY package.json LICENSE ./
# The bot writes only here: mount a volume. The rest can be read-only.
RUN mkdir data compile-cache && chown node:node data compile-cache
USER node
# One answer from the sandbox and an import of all parts fill the compile cache, so a start compiles almost nothing.
RUN node dist/src/main.js 490154203237518 && rm -rf data/* && node --input-type=module --eval "\
  import { readdirSync } from 'node:fs'; \
  for (const part of readdirSync('dist/src/parts')) await import('/app/dist/src/parts/' + part); \
  process.exit();"
VOLUME /app/data
STOPSIGNAL SIGTERM
# Without HTTP_PORT the container counts as healthy.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "deploy/healthcheck.mjs"]
ENTRYPOINT ["node", "dist/src/main.js"]
