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
CREATE TABLE "review_question" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"prescription_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"order_id" bigint NOT NULL,
	"doctor_id" bigint NOT NULL,
	"asker_id" bigint NOT NULL,
	"ask_time" bigint NOT NULL,
	"question" text NOT NULL,
	"line_index" integer,
	"answer" text,
	"answer_time" bigint,
	"confirmed" boolean DEFAULT false NOT NULL,
	"signature" jsonb
);
--> statement-breakpoint
ALTER TABLE "prescription" ADD COLUMN "held_decision" jsonb;--> statement-breakpoint
ALTER TABLE "prescription" ADD COLUMN "decision_due" bigint;--> statement-breakpoint
ALTER TABLE "prescription" ADD COLUMN "asked_time" bigint;--> statement-breakpoint
ALTER TABLE "prescription" ADD COLUMN "paused_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "review_draft" ADD CONSTRAINT "review_draft_prescription_id_prescription_id_fk" FOREIGN KEY ("prescription_id") REFERENCES "public"."prescription"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_draft" ADD CONSTRAINT "review_draft_author_id_staff_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_question" ADD CONSTRAINT "review_question_prescription_id_prescription_id_fk" FOREIGN KEY ("prescription_id") REFERENCES "public"."prescription"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_question" ADD CONSTRAINT "review_question_order_id_consult_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."consult_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_question" ADD CONSTRAINT "review_question_doctor_id_staff_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_question" ADD CONSTRAINT "review_question_asker_id_staff_id_fk" FOREIGN KEY ("asker_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "review_draft_tenant_id_prescription_id_author_id_index" ON "review_draft" USING btree ("tenant_id","prescription_id","author_id");--> statement-breakpoint
CREATE INDEX "review_question_tenant_id_prescription_id_id_index" ON "review_question" USING btree ("tenant_id","prescription_id","id");--> statement-breakpoint
CREATE INDEX "review_question_tenant_id_doctor_id_answer_time_index" ON "review_question" USING btree ("tenant_id","doctor_id","answer_time");--> statement-breakpoint
CREATE INDEX "prescription_decision_due_index" ON "prescription" USING btree ("decision_due") WHERE "prescription"."decision_due" is not null;--> statement-breakpoint
CREATE INDEX "prescription_tenant_id_lease_holder_id_index" ON "prescription" USING btree ("tenant_id","lease_holder_id") WHERE "prescription"."lease_holder_id" is not null;