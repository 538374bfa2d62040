"""Prints the versions of the database and broker servers that DATABASE_URL and REDIS_URL name."""

import os

import psycopg
import redis

with psycopg.connect(os.environ["DATABASE_URL"].rpartition("/")[0] + "/postgres") as connection:
    row = connection.execute("SHOW server_version").fetchone()
    print(f"PostgreSQL {row[0].split()[0] if row else 'unknown'}", end=", ")
with redis.Redis.from_url(os.environ["REDIS_URL"]) as server:
    print(f"Redis {server.info('server')['redis_version']}", end="")
