/* One attack's verdict: the column, what each firer brings, and for each target that counts its die and six results.
   Strengths and defenses are counted in 64ths, so that every half of a half comes out even. */

enum { CLOSE = 1, INDIRECT = 2, OVERRUN = 4, MOST = 64 };
enum { COUNTED = 1, ALONE = 2, HARD = 4, BRIDGE = 8 };
enum { STEADY = 1, STRAFING = 2, STARRED = 4, ENGINEER = 8, HELPS = 16 };
enum { LINES = 9, LOWEST = -1, COLUMNS = 8 }; /* of the results; behind them stand `eliminated`, `no effect` */
enum { GROUND = 0, SLOPE = 1, HILLTOP = 2 };

typedef struct { int flags, die, resists; } target;
typedef struct { int flags, q, r, level, reach, attack, plain[2][MOST], indirect[2][MOST]; } firer;
typedef struct { int form, q, r, level, shares, firers, targets, firer[32], target[32]; char green[6]; } shot;
typedef struct { int column, strength[32], counted, target[32], die[32], result[32][6]; } verdict;

static int size(int a) { return a < 0 ? -a : a; }

static int helped(const shot *s, const firer *all) {
    for (int i = 0; i < s->firers; i++) {
        const firer *e = &all[s->firer[i]];
        for (int j = 0; e->flags & ENGINEER && j < s->firers; j++) {
            const firer *x = &all[s->firer[j]];
            if (i != j && x->q == e->q && x->r == e->r && x->flags & HELPS) return 1;
        }
    }
    return 0;
}

void attack(const shot *s, const firer *firers, const target *targets, const int *results, verdict *found) {
    static const int odds[] = {3, 4, 6, 12, 24, 36, 48};
    static const int way_q[] = {1, 1, 0, -1, -1, 0}, way_r[] = {0, -1, -1, 0, 1, 1};
    int hard = 0, counted = 0, bridges = 0, wanted = s->targets == 1 ? ALONE : COUNTED;
    long defense = 0, force = 0;
    for (int i = 0; i < s->targets; i++) {
        const target *v = &targets[s->target[i]];
        bridges += !!(v->flags & BRIDGE);
        if (v->flags & wanted) {
            hard += !!(v->flags & HARD);
            defense += v->resists;
            found->target[counted++] = s->target[i];
        }
    }
    found->counted = counted;
    int soft = counted - hard;
    for (int i = 0; i < s->firers; i++) {
        const firer *u = &firers[s->firer[i]];
        int q = s->q - u->q, r = s->r - u->r, a = size(q), b = size(r), c = size(q + r), strength;
        int distance = a > b ? (a > c ? a : c) : (b > c ? b : c);
        if (s->form & CLOSE) {
            strength = u->attack;
            if (u->flags & STARRED && distance > u->reach) strength /= 2;
        } else {
            const int(*row)[MOST] = s->form & INDIRECT ? u->indirect : u->plain;
            int one = row[0][distance], other = row[1][distance];
            strength = hard > soft ? one : hard < soft ? other : one < other ? one : other;
            if (s->level != GROUND && !(s->form & INDIRECT) && !(u->flags & STEADY) && distance) {
                int exempt = s->level == HILLTOP && u->level == HILLTOP;
                for (int d = 0; s->level == SLOPE && d < 6; d++) exempt |= q == way_q[d] && r == way_r[d] && s->green[d];
                if (!exempt) strength /= 2;
            }
        }
        if (u->flags & STRAFING && bridges == s->targets) strength = 0;
        if (s->form & INDIRECT && bridges) strength /= 2;
        found->strength[i] = strength;
        force += strength;
    }
    if (s->form & INDIRECT && s->shares > 0) defense *= s->shares;
    int place = 0;
    for (long share = force * 12 / defense; place < 7 && odds[place] <= share;) place++;
    if (s->form & CLOSE && 5 * force >= defense && place < 7 && (s->form & OVERRUN || helped(s, firers))) place++;
    found->column = place;
    for (int i = 0; i < counted; i++) {
        const target *v = &targets[found->target[i]];
        found->die[i] = v->die - (s->form & CLOSE ? 2 : 0);
        for (int pip = 1; pip <= 6; pip++) {
            int at = pip + found->die[i] - LOWEST, line = at < 0 ? 0 : at >= LINES ? LINES - 1 : at;
            int result = results[place * LINES + line], *into = &found->result[i][pip - 1];
            *into = v->flags & BRIDGE && result != results[COLUMNS * LINES] ? results[COLUMNS * LINES + 1] : result;
        }
    }
}

void again(int times, const shot *s, const firer *firers, const target *targets, const int *results, verdict *found) {
    for (volatile int i = 0; i < times; i++) attack(s, firers, targets, results, found);
}
