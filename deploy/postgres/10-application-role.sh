#!/bin/sh
# Runs once, when the database is created: the role of DATABASE_URL owns nothing.
set -eu
# psql reads the password from its environment, because everyone sees command lines.
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
\getenv password APPLICATION_PASSWORD
create role cloudroom login password :'password';
SQL
