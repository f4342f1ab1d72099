// The health check of the image: asks /healthz if HTTP_PORT is set, and is content otherwise.
const { HTTP_HOST, HTTP_PORT } = process.env;
if (HTTP_PORT) {
  const host = HTTP_HOST || '127.0.0.1';
  // A URL has an IPv6 address in brackets.
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${HTTP_PORT}/healthz`;
  try {
    const { ok, status } = await fetch(url);
    if (!ok) throw new Error(`HTTP ${status}`);
  } catch (error) {
    console.error(`${url}: ${error.cause?.message ?? error.message}`);
    process.exit(1);
  }
}
