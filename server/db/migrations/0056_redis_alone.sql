-- Processes share their limits and facts in Redis alone.
DROP FUNCTION IF EXISTS take_tokens;
--> statement-breakpoint
DROP TABLE IF EXISTS "cluster_fact", "cluster_process", "token_bucket";
