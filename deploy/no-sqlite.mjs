// npm runs this after an installation in which sqlite3 could neither be downloaded nor compiled. npm itself ignores that.
console.error(
  'imei-bot: SQLite cannot be used on this machine. Install Python 3, make and a C++ compiler ' +
    '(on Debian: apt install python3 make g++) and run npm ci again.',
);
