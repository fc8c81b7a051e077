/* Sight between all hexes of a board, by the tables that sight.py makes: what stands at each hexside and hex, what each
   line meets (three numbers: where, at which places of the line, at how many places before), and which of it stops. */

enum { ORANGE = 4, SPUR = 64, ALONG = 32 };

void board(int hexes, const int *base, const int *step, const int *level, const unsigned char *bits,
           const unsigned char *stops, const unsigned char *second, int no_step, const int *starts, const int *entries,
           char *found) {
    for (int a = 0; a < hexes; a++)
        for (int b = 0; b < hexes; b++) {
            int heights = 3 * level[a] + level[b], line = step[b] - step[a] + no_step, rim = 0, sees = 1;
            const unsigned char *stop = stops + 128 * heights, *here = bits + base[a];
            for (const int *e = entries + 3 * starts[line], *end = entries + 3 * starts[line + 1]; e < end; e += 3) {
                int met = here[e[0]];
                if (!met || (met & SPUR && e[1] & ALONG)) continue;
                if (stop[met] & e[1] || (met & ORANGE && rim && rim != e[2] && second[heights])) {
                    sees = 0;
                    break;
                }
                if (met & ORANGE && !rim) rim = e[2];
            }
            found[a * hexes + b] = sees;
        }
}
