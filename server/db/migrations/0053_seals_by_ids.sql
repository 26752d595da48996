-- Sealing finds the seals of a range of rows without reading their ids.
DROP INDEX "trail_seal_max_id_index";--> statement-breakpoint
CREATE INDEX "trail_seal_ids" ON "trail_seal" USING btree ("max_id",(ids[1]));
