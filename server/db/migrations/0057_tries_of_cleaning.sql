DROP INDEX "file_object_cleaned_by_id_index";--> statement-breakpoint
ALTER TABLE "file_object" ADD COLUMN "cleaning_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "file_object_cleaned_by_cleaning_tries_id_index" ON "file_object" USING btree ("cleaned_by","cleaning_tries","id");