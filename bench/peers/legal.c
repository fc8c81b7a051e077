/* Who may fire at whom: for each unit whether it may fire, then for each other one whether it may fire at that. */
#include <string.h>

enum { FIRES = 1, SPOTS = 2, SHELTERED = 4, COVERED = 8, MOST_UNITS = 1024 };

static int within(int q, int r, int reach) {
    return -reach <= q && q <= reach && -reach <= r && r <= reach && -reach <= q + r && q + r <= reach;
}

void fire(int units, const int *side, const int *at, const int *q, const int *r, const int *reach, const int *flags,
          const char *seen, int hexes, char *found) {
    char hit[MOST_UNITS];
    memset(found, 0, units * (units + 1));
    for (int v = 0; v < units; v++) {
        hit[v] = !(flags[v] & SHELTERED);
        if (hit[v] && flags[v] & COVERED) {
            hit[v] = 0;
            for (int w = 0; w < units && !hit[v]; w++)
                hit[v] = flags[w] & SPOTS && side[w] != side[v] && within(q[w] - q[v], r[w] - r[v], 1);
        }
    }
    for (int u = 0; u < units; u++) {
        char *row = found + u * (units + 1);
        if (!(flags[u] & FIRES)) continue;
        row[0] = 1;
        for (int v = 0; v < units; v++)
            row[v + 1] = hit[v] && side[v] != side[u] && within(q[v] - q[u], r[v] - r[u], reach[u]) &&
                         seen[at[u] * hexes + at[v]];
    }
}

void again(int times, int units, const int *side, const int *at, const int *q, const int *r, const int *reach,
           const int *flags, const char *seen, int hexes, char *found) {
    for (int i = 0; i < times; i++) fire(units, side, at, q, r, reach, flags, seen, hexes, found);
}
