# syntax=docker/dockerfile:1
FROM node:24-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY commands commands
COPY locales locales
COPY src src
RUN npm run build && npm prune --omit=dev

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY locales locales
COPY package.json LICENSE ./
# The only place that is written to: mount a volume here; the rest may be read-only.
RUN mkdir data && chown node:node data
VOLUME /app/data
USER node
STOPSIGNAL SIGTERM
# Answers for the bot when HTTP_PORT is set; without it there is nothing to ask.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "dist/src/ops/http/healthcheck.js"]
ENTRYPOINT ["node", "dist/src/main.js"]
