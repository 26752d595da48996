ALTER TABLE "staff" ADD COLUMN "duty_state" text DEFAULT 'away' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "duty_message" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "duty_source" text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "duty_time" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "staff" SET "duty_state" = 'online' WHERE "online";--> statement-breakpoint
ALTER TABLE "staff" DROP COLUMN "online";