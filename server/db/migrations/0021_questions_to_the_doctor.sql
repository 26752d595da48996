CREATE TABLE "review_question" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"prescription_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"client_request_id" text NOT NULL,
	"author_id" bigint NOT NULL,
	"text" text NOT NULL,
	"ask_time" bigint NOT NULL,
	"finding" jsonb,
	"answerer_id" bigint,
	"answer" text,
	"answer_time" bigint,
	"confirms" boolean DEFAULT false NOT NULL,
	"answer_signature" jsonb,
	"confirmed_signature" text,
	"close_reason" text,
	"close_time" bigint
);
--> statement-breakpoint
ALTER TABLE "prescription" ADD COLUMN "asked_time" bigint;--> statement-breakpoint
ALTER TABLE "prescription" ADD COLUMN "paused_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "review_question" ADD CONSTRAINT "review_question_prescription_id_prescription_id_fk" FOREIGN KEY ("prescription_id") REFERENCES "public"."prescription"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_question" ADD CONSTRAINT "review_question_author_id_staff_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "review_question_client_request" ON "review_question" USING btree ("tenant_id","author_id","client_request_id");--> statement-breakpoint
CREATE INDEX "review_question_tenant_id_prescription_id_id_index" ON "review_question" USING btree ("tenant_id","prescription_id","id");--> statement-breakpoint
CREATE INDEX "prescription_tenant_id_doctor_id_asked_time_index" ON "prescription" USING btree ("tenant_id","doctor_id","asked_time") WHERE "prescription"."asked_time" is not null;