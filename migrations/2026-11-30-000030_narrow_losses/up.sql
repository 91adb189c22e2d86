-- Games lost by at most one round won, for bonus points: 4 rounds to 5, say. At least one round must
-- have been won, and nobody have given up.
ALTER TABLE game_results ADD COLUMN narrow_loss boolean NOT NULL DEFAULT false;
ALTER TABLE tallies ADD COLUMN narrow_losses bigint NOT NULL DEFAULT 0;

UPDATE game_results lost SET narrow_loss = true
FROM (SELECT game_id, max(rounds_won) AS rounds_won FROM game_results WHERE result >= 0 GROUP BY game_id) best
WHERE best.game_id = lost.game_id AND lost.result = -1
    AND best.rounds_won > 0 AND best.rounds_won <= lost.rounds_won + 1
    AND coalesce((
        -- A match also ends by forfeit when a seat leaves and too few are left: then nothing that can
        -- end it comes after.
        SELECT CASE e.body ->> 'event'
            WHEN 'match_ended' THEN e.body #>> '{body,kind}'
            WHEN 'seats_changed' THEN CASE WHEN e.body #>> '{body,news,change}' = 'left' THEN 'forfeit' END
        END FROM game_events e
        WHERE e.game_id = lost.game_id
            AND e.body ->> 'event' IN ('match_ended', 'match_reopened', 'seats_changed', 'round_recorded')
        ORDER BY e.seq DESC LIMIT 1
    ), '') <> 'forfeit';

UPDATE tallies t SET narrow_losses = sums.narrow_losses
FROM (
    SELECT club_id, span, starts, player_id, variant, seats, partners, low, count(*) AS narrow_losses
    FROM game_results CROSS JOIN LATERAL (VALUES
        ('day', played_on),
        ('month', date_trunc('month', played_on::timestamp)::date),
        ('year', date_trunc('year', played_on::timestamp)::date),
        ('all', DATE '0001-01-01')
    ) AS spans (span, starts)
    WHERE narrow_loss
    GROUP BY club_id, span, starts, player_id, variant, seats, partners, low
) sums
WHERE t.club_id = sums.club_id AND t.span = sums.span AND t.starts = sums.starts
    AND t.player_id = sums.player_id AND t.variant = sums.variant AND t.seats = sums.seats
    AND t.partners = sums.partners AND t.low = sums.low;
