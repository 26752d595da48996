ALTER TABLE "staff" ADD COLUMN "password_given_time" bigint;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "password_used" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Passwords that were given before count from the upgrade on.
UPDATE "staff" SET "password_given_time" = (extract(epoch FROM now()) * 1000)::bigint WHERE "must_change_password";
