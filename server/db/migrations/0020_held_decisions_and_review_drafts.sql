CREATE TABLE "review_draft" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"prescription_id" bigint NOT NULL,
	"author_id" bigint NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"reason_codes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"update_time" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "prescription" ADD COLUMN "held_decision" jsonb;--> statement-breakpoint
ALTER TABLE "prescription" ADD COLUMN "decision_due" bigint;--> statement-breakpoint
ALTER TABLE "review_draft" ADD CONSTRAINT "review_draft_prescription_id_prescription_id_fk" FOREIGN KEY ("prescription_id") REFERENCES "public"."prescription"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_draft" ADD CONSTRAINT "review_draft_author_id_staff_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "review_draft_tenant_id_prescription_id_author_id_index" ON "review_draft" USING btree ("tenant_id","prescription_id","author_id");--> statement-breakpoint
CREATE INDEX "prescription_decision_due_index" ON "prescription" USING btree ("decision_due") WHERE "prescription"."decision_due" is not null;--> statement-breakpoint
CREATE INDEX "prescription_tenant_id_lease_holder_id_index" ON "prescription" USING btree ("tenant_id","lease_holder_id") WHERE "prescription"."lease_holder_id" is not null;