/* A movement field of the bench's board: least costs in half points from one hex, by buckets of equal cost.
   Edges lie six to a hex: where to (or -1), by the ground (0 where it is closed), whether a road, whether a green side.
   `crowd` says how many are in the way in a hex, `held` whether an enemy holds it, `room` how many still find room. */
#include <string.h>

#define MOST_HEXES 4096
#define MOST_COST 64

int field(int start, int allowance, int barred_by_green, const int *to, const int *ground, const char *road,
          const char *green, const char *crowd, const char *held, const char *room, int hexes, int *cost) {
    static int bucket[MOST_COST + 8][MOST_HEXES];
    int filled[MOST_COST + 8];
    int found = 0, sure = allowance == 2;
    memset(filled, 0, sizeof filled);
    for (int h = 0; h < hexes; h++) cost[h] = -1;
    bucket[0][filled[0]++] = start;
    cost[start] = 0;
    for (int spent = 0; spent <= MOST_COST; spent++)
        for (int i = 0; i < filled[spent]; i++) {
            int here = bucket[spent][i];
            if (cost[here] != spent) continue;
            found++;
            if (spent > allowance) continue;
            for (int edge = 6 * here; edge < 6 * here + 6; edge++) {
                int there = to[edge], step = ground[edge];
                if (there < 0 || held[there]) continue;
                if (road[edge] && crowd[there] <= 2) step = 1;
                else if (barred_by_green && green[edge]) continue;
                if (!step || (spent + step > allowance && !(sure && here == start && spent == 0))) continue;
                if (cost[there] < 0 || spent + step < cost[there]) {
                    cost[there] = spent + step;
                    bucket[spent + step][filled[spent + step]++] = there;
                }
            }
        }
    for (int h = 0; h < hexes; h++)
        if (cost[h] >= 0 && h != start && !room[h]) cost[h] = -1, found--;
    return found;
}

int again(int times, int start, int allowance, int barred_by_green, const int *to, const int *ground, const char *road,
          const char *green, const char *crowd, const char *held, const char *room, int hexes, int *cost) {
    int found = 0;
    for (int i = 0; i < times; i++)
        found += field(start, allowance, barred_by_green, to, ground, road, green, crowd, held, room, hexes, cost);
    return found;
}
