ALTER TABLE "review_draft" ADD COLUMN "marked_lines" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "review_draft" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;