/* The random game of game.py, step for step: the same tables, questions, answers and random numbers.
   Edges lie six to a hex and way to move, those without a road first: where to (or -1), what the ground asks in half
   points (0: closed), and bits. A unit that is carried, or in the middle of its move, stands nowhere. */
#include <stdlib.h>
#include <string.h>

enum { MOST_UNITS = 128, MOST_HEXES = 2048, ANY_COST = 1000, MOST_RIMS = 8192 };
enum { DONE = -7, SET_UP, GIVE_UP, MOVE, KEEP_OFF, LOAD, UNLOAD };
enum { ACTION, PLACED, PLACE, MOVER, STEP, KEPT_OFF, CARRIER, LOADED, UNLOADER, UNLOADED };
enum { ROAD = 1, STRICT = 2, JOINS = 4 };
enum { GREEN = 1, BROWN = 2, ORANGE = 4, TOWN = 8, HIGH = 16 };
enum { GROUND, SLOPE, HILLTOP };
enum { GIVES_UP = -1, NO_ANSWER = -2, UNLIKE = -3, NEEDS_ENEMIES = -4 }; /* what a game can end with; less by the kind of action */

typedef struct {
    int hexes, units, turns, sets_up_first, moves_first, attacker, limit[2], steps[6], stops[9], places[2];
    const int *q, *r, *cell, *bits, *level, *sunken, *with_road, *swamp_road;
    const int *to, *cost, *flags, *area[2];
    const int *side, *mode, *allowance, *takes, *within;
} Tables;

static Tables t;
static char *seen; /* of each pair of hexes: 0 not looked at, 1 out of sight, 2 in sight */
static int of_side[2][MOST_UNITS], on_foot[2][MOST_UNITS], driving[2][MOST_UNITS], all[2], foot[2], wheels[2];

static int at[MOST_UNITS], load[MOST_UNITS], holder[MOST_UNITS], spent[MOST_UNITS], off_road[MOST_UNITS];
static char moved[MOST_UNITS], stopped[MOST_UNITS], emptied[MOST_UNITS], rode[MOST_UNITS];
static int crowd[2][MOST_HEXES], vehicles[MOST_HEXES];
static int last_moved, begun, failed;

/* Who answers: a random player; or a journal, then everything that is legal is written down as well. */
static unsigned state;
static int answers_given, *given, *journal, *journal_ends, *told;
typedef int Test(int);

static int below(int most) {
    state = state * 1664525u + 1013904223u;
    return (int)((unsigned long long)state * most >> 32);
}

static int always(int answer) { (void)answer; return 1; }

static int by_journal(int side, int question, const int *answers, int number, Test *legal) {
    int *allowed = told + 2, is_legal = 0;
    told[0] = side, told[1] = question, *allowed = 0;
    for (int i = 0; i < number; i++)
        if (legal(answers[i])) {
            allowed[++*allowed] = answers[i];
            is_legal |= journal < journal_ends && answers[i] == *journal;
        }
    told = allowed + *allowed + 1;
    if (is_legal) return *journal++;
    failed = UNLIKE;
    return answers[0];
}

static int pick(int side, int question, const int *answers, int number, Test *legal) {
    static int others[MOST_HEXES];
    const int *among = answers;
    int found = answers[0];
    if (failed) return answers[0];
    answers_given++;
    if (journal) return by_journal(side, question, answers, number, legal);
    if (number > 1 && answers[1] != GIVE_UP)
        for (;;) {
            int drawn = below(number);
            if (legal(found = among[drawn])) break;
            if (!--number) {
                failed = NO_ANSWER;
                break;
            }
            if (among == answers) among = memcpy(others, answers, (number + 1) * sizeof *others);
            others[drawn] = others[number];
        }
    if (given) *given++ = found;
    return found;
}

/* ---- sight and distance */

static int max3(int a, int b, int c) { return a > b ? (a > c ? a : c) : b > c ? b : c; }

static int apart(int a, int b) {
    int q = t.q[b] - t.q[a], r = t.r[b] - t.r[a];
    return max3(abs(q), abs(r), abs(q + r));
}

static int looks(int here, int there) {
    static const int dq[6] = {1, 1, 0, -1, -1, 0}, dr[6] = {0, -1, -1, 0, 1, 1};
    int start = t.level[here], end = t.level[there], away = apart(here, there), stops = t.stops[3 * start + end];
    int q = t.q[there] - t.q[here], r = t.r[there] - t.r[here], d, ahead = 0, aside = 0, rim = 0;
    static int rims[MOST_RIMS][3];
    if (away < 2) return 1;
    if (start == GROUND && end == GROUND && (t.sunken[here] || t.sunken[there])) return 0;
    for (d = 0; d < 6; d++) {
        int e = (d + 1) % 6;
        ahead = r * dq[e] - q * dr[e], aside = q * dr[d] - r * dq[d];
        if (ahead > 0 && aside >= 0) break;
    }
    for (int i = 0; i <= ahead; i++)
        for (int j = 0; j <= aside; j++) {
            int cell = 6 * (t.cell[here] + i * t.steps[d] + j * t.steps[(d + 1) % 6]);
            int passed = i + j + 1, left = away - i - j;
            for (int turn = 0; turn < 2; turn++) {
                int bits = (turn ? j < aside : i < ahead) ? t.bits[cell + (d + turn) % 6] : 0;
                if (bits & stops) return 0;
                if (bits & (GREEN | TOWN) &&
                    (bits & HIGH || (start == GROUND && passed == 1) || (end == GROUND && left == 1)))
                    return 0;
                if (bits & BROWN && ((start == GROUND && end == HILLTOP && passed <= left) ||
                                     (start == HILLTOP && end == GROUND && left <= passed)))
                    return 0;
                if (bits & ORANGE) {
                    if (start == GROUND && end == GROUND) return 0;
                    if (start == HILLTOP && end == HILLTOP) continue;
                    for (int k = 0; k < rim; k++) /* those before lie farther back on some way, or aside of it */
                        if (rims[k][0] + 1 - rims[k][2] <= i && rims[k][1] + rims[k][2] <= j) return 0;
                    rims[rim][0] = i, rims[rim][1] = j, rims[rim++][2] = turn;
                }
            }
        }
    return 1;
}

int sees(int here, int there) {
    char *known = seen + (long)here * t.hexes + there;
    if (!*known) *known = 1 + looks(here, there);
    return *known == 2;
}

static void look_for_enemies(int side, int kind) {
    int enemies[MOST_UNITS], number = 0, low = 1 << 20, high = -(1 << 20);
    const int *within = t.within + kind * t.units;
    for (int i = 0; i < all[1 - side]; i++) {
        int h = at[of_side[1 - side][i]];
        if (h < 0) continue;
        enemies[number++] = h;
        if (t.r[h] < low) low = t.r[h];
        if (t.r[h] > high) high = t.r[h];
    }
    for (int i = 0; i < all[side]; i++) {
        int u = of_side[side][i], here = at[u], reach = within[u];
        if (!reach || here < 0 || t.r[here] + reach < low || t.r[here] - reach > high) continue;
        for (int k = 0; k < number; k++)
            if (apart(here, enemies[k]) <= reach && (kind || sees(here, enemies[k]))) {
                if (!failed) failed = NEEDS_ENEMIES - kind;
                return;
            }
    }
}

/* ---- standing and stepping */

static void stand(int u, int h) {
    at[u] = h;
    crowd[t.side[u]][h]++;
    vehicles[h] += t.mode[u] != 0;
}

static int lift(int u) {
    int h = at[u];
    crowd[t.side[u]][h]--;
    vehicles[h] -= t.mode[u] != 0;
    return h;
}

static int steps_of(int u, int here, int has_moved, int left, int *there, int *costs) {
    const int side = t.side[u], *mine = crowd[side], *theirs = crowd[1 - side];
    const int first = 6 * (t.mode[u] * t.hexes + here);
    const int by_road = off_road[u] != here, passing = has_moved && mine[here];
    int found = 0;
    for (int edge = first; edge < first + 6 && t.to[edge] >= 0; edge++) {
        int to = t.to[edge], cost = t.cost[edge], flags = t.flags[edge];
        if (theirs[to]) continue;
        if (flags & ROAD) {
            if (passing || !by_road) {
                if (flags & STRICT) continue;
            } else if (!mine[to]) cost = 1;
            else if (flags & JOINS) cost = vehicles[to] ? 0 : 2;
        }
        if (cost && cost <= left) there[found] = to, costs[found++] = cost;
    }
    return found;
}

static int goes_on(int u, int here, int left) {
    static int best[MOST_HEXES], known[MOST_HEXES], ahead[64 * MOST_HEXES], when;
    const int *mine = crowd[t.side[u]], limit = t.limit[t.side[u]];
    int number = 0, there[6], costs[6];
    when++;
    best[here] = left, known[here] = when, ahead[number++] = here;
    while (number) {
        here = ahead[--number], left = best[here];
        for (int i = 0, n = steps_of(u, here, 1, left, there, costs); i < n; i++) {
            int h = there[i], after = left - costs[i];
            if (mine[h] < limit) return 1;
            if (known[h] == when && after <= best[h]) continue;
            best[h] = after, known[h] = when, ahead[number++] = h;
        }
    }
    return 0;
}

static int finds_a_way(int u) {
    int side = t.side[u], left = t.allowance[u] - spent[u], there[6], costs[6], found = 0;
    int here = lift(u), number = steps_of(u, here, moved[u], moved[u] ? left : ANY_COST, there, costs);
    for (int i = 0; i < number && !found; i++) found = crowd[side][there[i]] < t.limit[side];
    for (int i = 0; i < number && !found; i++) found = goes_on(u, there[i], left - costs[i]);
    stand(u, here);
    return found;
}

static int can_move(int u) {
    return !stopped[u] && !rode[u] && holder[u] < 0 && t.allowance[u] && finds_a_way(u);
}

static int can_keep_off(int u) {
    int h = at[u];
    return h >= 0 && t.with_road[h] && off_road[u] != h && !stopped[u] && !rode[u] && t.allowance[u] != spent[u];
}

static int beside(int u, int *found) {
    int side = t.side[u], number = 0;
    for (int i = 0; i < foot[side]; i++) {
        int p = on_foot[side][i];
        if (at[p] == at[u] && !rode[p]) found[number++] = p;
    }
    return number;
}

static int can_load(int u) {
    int found[MOST_UNITS];
    if (!t.takes[u] || load[u] >= 0 || emptied[u] || moved[u] || stopped[u]) return 0;
    return crowd[t.side[u]][at[u]] > 1 && beside(u, found);
}

static int can_unload(int u) {
    int p = load[u], side = t.side[u], here = at[u], found;
    if (p < 0 || rode[p]) return 0;
    if (crowd[side][here] < t.limit[side]) return 1;
    if (stopped[u]) return 0;
    stand(p, here);
    found = finds_a_way(u);
    lift(p);
    at[p] = -1;
    return found;
}

static int test_of(int action, int u) {
    return action == MOVE ? can_move(u) : action == KEEP_OFF ? can_keep_off(u) : action == LOAD ? can_load(u)
                                                                                               : can_unload(u);
}

/* ---- the sequence */

static int now_unit, now_side, now_left, now_steps, *now_there, *now_costs, *now_among, now_number;

static int leads_on(int h) {
    if (h < 0 || crowd[now_side][h] < t.limit[now_side]) return 1;
    for (int i = 0; i < now_steps; i++)
        if (now_there[i] == h) return goes_on(now_unit, h, now_left - now_costs[i]);
    return 0;
}

static int is_open(int action) {
    if (action == DONE) return 1;
    for (int i = 0; i < now_number; i++)
        if (test_of(action, now_among[i])) return 1;
    return 0;
}

static int has_room(int h) {
    return crowd[now_side][h] < t.limit[now_side] && !(t.mode[now_unit] && t.swamp_road[h] && vehicles[h]);
}

static void step_on(int u, int side) {
    int here, taken = 0, there[7], costs[6];
    if (last_moved >= 0 && last_moved != u) stopped[last_moved] = 1;
    last_moved = u;
    here = lift(u);
    while (!failed) {
        int left = t.allowance[u] - spent[u], h;
        int steps = steps_of(u, here, moved[u], moved[u] ? left : ANY_COST, there, costs), number = steps;
        if (taken && crowd[side][here] < t.limit[side]) there[number++] = DONE;
        now_unit = u, now_side = side, now_left = left, now_steps = steps, now_there = there, now_costs = costs;
        h = pick(side, STEP, there, number, leads_on);
        if (h == DONE || failed) break;
        for (int i = 0; i < steps; i++)
            if (there[i] == h) spent[u] += costs[i];
        moved[u] = taken = 1;
        if (!begun && side == t.attacker)
            for (int i = 0; i < all[1 - side] && !begun; i++) {
                int e = at[of_side[1 - side][i]];
                begun = e >= 0 && apart(h, e) < apart(here, e);
            }
        here = h;
    }
    stand(u, here);
}

static void movement(int side, int *units, int number, const int *actions, int offered) {
    while (!failed) {
        int action, u, p, loads[MOST_UNITS];
        now_among = units, now_number = number;
        action = pick(side, ACTION, actions, offered, is_open);
        if (action == DONE || failed) return;
        if (action == MOVE) {
            u = pick(side, MOVER, units, number, can_move);
            step_on(u, side);
        } else if (action == KEEP_OFF) {
            u = pick(side, KEPT_OFF, units, number, can_keep_off);
            off_road[u] = at[u];
        } else if (action == LOAD) {
            u = pick(side, CARRIER, units, number, can_load);
            p = beside(u, loads);
            p = pick(side, LOADED, loads, p, always);
            lift(p);
            at[p] = -1, holder[p] = u, load[u] = p;
            rode[p] = stopped[u] = 1;
        } else {
            u = pick(side, UNLOADER, units, number, can_unload);
            p = pick(side, UNLOADED, &load[u], 1, always);
            load[u] = holder[p] = -1;
            stand(p, at[u]);
            rode[p] = emptied[u] = 1;
            if (crowd[side][at[u]] > t.limit[side]) step_on(u, side);
        }
    }
}

static void half(int side) {
    static const int own_losses[] = {DONE, GIVE_UP}, actions[] = {DONE, MOVE, KEEP_OFF, LOAD, UNLOAD};
    if (pick(side, ACTION, own_losses, 2, always) == GIVE_UP) failed = GIVES_UP;
    look_for_enemies(side, 0);
    pick(side, ACTION, actions, 1, always);
    look_for_enemies(side, 1);
    look_for_enemies(side, 2);
    movement(side, driving[side], wheels[side], actions, 5);
    movement(side, on_foot[side], foot[side], actions, 3);
    memset(moved, 0, sizeof moved), memset(stopped, 0, sizeof stopped), memset(emptied, 0, sizeof emptied);
    memset(spent, 0, sizeof spent), memset(off_road, -1, sizeof off_road);
    last_moved = -1;
    look_for_enemies(side, 3);
    pick(side, ACTION, actions, 1, always);
    memset(rode, 0, sizeof rode);
}

static void set_up(int side) {
    static const int only[] = {SET_UP}, done[] = {DONE};
    int left[MOST_UNITS], number = all[side];
    memcpy(left, of_side[side], sizeof left);
    while (number && !failed) {
        int u, i;
        pick(side, ACTION, only, 1, always);
        u = pick(side, PLACED, left, number, always);
        now_unit = u, now_side = side;
        stand(u, pick(side, PLACE, t.area[side], t.places[side], has_room));
        for (i = 0; left[i] != u; i++) {}
        memmove(left + i, left + i + 1, (--number - i) * sizeof *left);
    }
    pick(side, ACTION, done, 1, always);
}

static int play(void) {
    memset(at, -1, sizeof at), memset(load, -1, sizeof load), memset(holder, -1, sizeof holder);
    memset(crowd, 0, sizeof crowd), memset(vehicles, 0, sizeof vehicles);
    memset(moved, 0, sizeof moved), memset(stopped, 0, sizeof stopped), memset(emptied, 0, sizeof emptied);
    memset(rode, 0, sizeof rode), memset(spent, 0, sizeof spent), memset(off_road, -1, sizeof off_road);
    last_moved = -1, begun = failed = answers_given = 0;
    set_up(t.sets_up_first);
    set_up(1 - t.sets_up_first);
    for (int turn = 0; turn < t.turns && !failed; turn++) {
        half(t.moves_first);
        if (!failed) half(1 - t.moves_first);
    }
    return failed ? failed : answers_given;
}

/* ---- from outside */

void use(const Tables *tables) {
    t = *tables;
    free(seen);
    seen = calloc((size_t)t.hexes * t.hexes, 1);
    memset(all, 0, sizeof all), memset(foot, 0, sizeof foot), memset(wheels, 0, sizeof wheels);
    for (int u = 0; u < t.units; u++) {
        int s = t.side[u];
        of_side[s][all[s]++] = u;
        if (t.mode[u]) driving[s][wheels[s]++] = u;
        else on_foot[s][foot[s]++] = u;
    }
}

static unsigned seeded(unsigned seed) {
    unsigned found = seed * 2654435761u;
    return found ? found : 1;
}

static void ends(int *places, int *has_begun) {
    for (int u = 0; u < t.units; u++) places[u] = at[holder[u] < 0 ? u : holder[u]];
    *has_begun = begun;
}

/* One random game: how many answers were given, or why it was given up. */
int random_game(unsigned seed, int *answers, int *places, int *has_begun) {
    int found;
    state = seeded(seed), given = answers, journal = 0;
    found = play();
    ends(places, has_begun);
    return found;
}

/* One game by a journal; of each question the side, what is asked, and all that is legal goes to `out`. */
int replayed_game(int *answers, int number, int *out, int *asked, int *places, int *has_begun) {
    int found;
    journal = answers, journal_ends = answers + number, told = out, given = 0;
    found = play();
    journal = 0, *asked = answers_given;
    ends(places, has_begun);
    return found;
}

/* Random games in a row: how many answers were given in all; those that were given up are counted. */
long random_games(unsigned first, int games, int *given_up) {
    long answers = 0;
    *given_up = 0, given = 0, journal = 0;
    for (int i = 0; i < games; i++) {
        state = seeded(first + i);
        int found = play();
        if (found < 0) ++*given_up;
        else answers += found;
    }
    return answers;
}
