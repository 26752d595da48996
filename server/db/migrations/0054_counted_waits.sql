ALTER TABLE "prescription" ADD COLUMN "counted_since" bigint;
