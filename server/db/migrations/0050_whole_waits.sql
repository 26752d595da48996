-- Waits are whole milliseconds: half of one is the rounding of a time when a bucket is full.
CREATE OR REPLACE FUNCTION take_tokens(
	keys text[], refills float8[], takes integer, take_of integer[], bucket_of integer[], costs float8[]
) RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
	full_times float8[];
	waits integer[] := array_fill(0, ARRAY[takes]);
	at float8;
	wait float8;
	i integer := 1;
	first integer;
	count integer := coalesce(array_length(take_of, 1), 0);
BEGIN
	-- A row that is there already is locked by its update, so that none can be removed before the end.
	WITH locked AS (
		INSERT INTO token_bucket (key, full_time) SELECT k, 0 FROM unnest(keys) k ORDER BY k
		ON CONFLICT (key) DO UPDATE SET full_time = token_bucket.full_time RETURNING key, full_time
	) SELECT array_agg(l.full_time ORDER BY n) INTO full_times
		FROM unnest(keys) WITH ORDINALITY AS g(k, n) JOIN locked l ON l.key = g.k;
	at := extract(epoch FROM clock_timestamp()) * 1000;
	SELECT array_agg(least(at + r, greatest(at, f)) ORDER BY n) INTO full_times
		FROM unnest(full_times, refills) WITH ORDINALITY AS g(f, r, n);
	FOR take IN 1..takes LOOP
		first := i;
		wait := 0;
		WHILE i <= count AND take_of[i] = take LOOP
			IF costs[i] > 0 THEN
				wait := greatest(wait, floor(full_times[bucket_of[i]] + costs[i] - at - refills[bucket_of[i]] + 0.5));
			END IF;
			i := i + 1;
		END LOOP;
		IF wait > 0 THEN
			waits[take] := wait;
		ELSE
			FOR j IN first..i - 1 LOOP
				full_times[bucket_of[j]] := greatest(at, full_times[bucket_of[j]] + costs[j]);
			END LOOP;
		END IF;
	END LOOP;
	UPDATE token_bucket b SET full_time = g.f FROM unnest(keys, full_times) AS g(k, f) WHERE b.key = g.k;
	RETURN waits;
END;
$$;
