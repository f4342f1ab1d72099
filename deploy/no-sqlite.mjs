// Run by npm after the installation where sqlite3 could neither be fetched nor compiled, which npm itself passes over.
console.error(
  'imei-bot: SQLite cannot be used on this machine. Install Python 3, make and a C++ compiler ' +
    '(on Debian: apt install python3 make g++) and run npm ci again.',
);
