/**
 * A self-signed certificate (also its own authority) for 127.0.0.1, localhost and *.proxied.test,
 * valid 2026-11-22 to 2126-10-29; untrusted unless a test names it. To make a new one:
 *
 *     openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 \
 *       -subj /CN=localhost -keyout key.pem -out cert.pem \
 *       -addext 'subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:*.proxied.test'
 */
export const SELF_SIGNED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgh8HYwKmeKw49ZwaJ
eAvT16+QYKhO8v1seV8NbugMsiShRANCAAR4odxsr3V6Fmonw8uWYgMaVHFs5VOw
Pxm58RpuaJY5uXdINAr0vYMK4WqXJyJS+40vnXFNDwp9w7QiwjjI3Bap
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBqzCCAVGgAwIBAgIUIHAHuvumMY9IG7fgdZNtjduQOyQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjA5MzIzNVoYDzIxMjYxMDI5
MDkzMjM1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAR4odxsr3V6Fmonw8uWYgMaVHFs5VOwPxm58RpuaJY5uXdINAr0vYMK
4WqXJyJS+40vnXFNDwp9w7QiwjjI3Bapo38wfTAdBgNVHQ4EFgQU2Agykww2pryd
EiGfsdSeluLsEeIwHwYDVR0jBBgwFoAU2Agykww2prydEiGfsdSeluLsEeIwDwYD
VR0TAQH/BAUwAwEB/zAqBgNVHREEIzAhhwR/AAABgglsb2NhbGhvc3SCDioucHJv
eGllZC50ZXN0MAoGCCqGSM49BAMCA0gAMEUCIEwOnzim6D1+FeK62rrtnC/2R5/M
PNJqnqtDOvLRVYZbAiEAlyowN7jqljkpM5ZYqHPCzIK4NQtD2ERr8/1fUiFe5wE=
-----END CERTIFICATE-----
`,
};
