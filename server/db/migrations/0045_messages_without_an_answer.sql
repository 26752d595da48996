ALTER TABLE "consult_order" ADD COLUMN "no_answer_until" bigint;--> statement-breakpoint
ALTER TABLE "consult_order" ADD COLUMN "no_answer_time" bigint;--> statement-breakpoint
ALTER TABLE "consult_order" ADD COLUMN "no_answer_by" bigint;