-- Processes of the version before select these columns by name, so they stay until no process does.
COMMENT ON COLUMN "case_info"."menstrual_history" IS 'Not used. To be dropped by a later version.';--> statement-breakpoint
COMMENT ON COLUMN "case_info"."follow_up" IS 'Not used. To be dropped by a later version.';--> statement-breakpoint
COMMENT ON COLUMN "case_info"."signature" IS 'Not used. To be dropped by a later version.';
