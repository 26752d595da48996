CREATE TABLE "signing_key" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"tenant_id" bigint NOT NULL,
	"staff_id" bigint NOT NULL,
	"public_key" text NOT NULL,
	"sealed_key" text NOT NULL,
	"create_time" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "prescription" ADD COLUMN "verify_code" text;--> statement-breakpoint
ALTER TABLE "login_session" ADD COLUMN "signing_locked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "signing_key" ADD CONSTRAINT "signing_key_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "signing_key_tenant_id_staff_id_index" ON "signing_key" USING btree ("tenant_id","staff_id");--> statement-breakpoint
CREATE UNIQUE INDEX "prescription_verify_code_index" ON "prescription" USING btree ("verify_code");