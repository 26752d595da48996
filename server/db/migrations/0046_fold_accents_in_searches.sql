-- The entries of a large hospital take longer to write than a statement may otherwise take.
SET LOCAL statement_timeout = 0;
--> statement-breakpoint
-- Without accents, and with ss for ß.
CREATE FUNCTION search_unaccented(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT replace(lower(normalize(regexp_replace(normalize(value, NFKD), E'[\u0300-\u036f]', '', 'g'), NFKC)), 'ß', 'ss')
$$;
--> statement-breakpoint
-- Text in the form in which it is compared: without differences of width, case, accents and spaces.
CREATE OR REPLACE FUNCTION search_form(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(search_unaccented(coalesce(value, '')), '\s+', ' ', 'g'))
$$;
--> statement-breakpoint
UPDATE search_entry SET text = search_unaccented(text) WHERE text <> search_unaccented(text);
