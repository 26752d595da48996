#!/bin/sh
# Runs once, when the database is created: the role of DATABASE_URL owns nothing.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$APPLICATION_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role cloudroom login password :'password';
SQL
