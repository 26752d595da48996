ALTER TABLE "drug" ADD COLUMN "specification_en" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "drug" ADD COLUMN "manufacturer_en" text DEFAULT '' NOT NULL;