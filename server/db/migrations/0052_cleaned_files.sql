ALTER TABLE "file_object" ADD COLUMN "cleaned_by" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "file_object_cleaned_by_id_index" ON "file_object" USING btree ("cleaned_by","id");