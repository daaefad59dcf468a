/* An engine in C for any game: it plays any legal action.
 *
 *     cc -O2 -o any_move examples/engines/any_move.c
 *     covert-bots arena run --bots 'engine:./any_move,random' --blocks 20
 *
 * An action begins with its text, which goes back as it came: `{"text":"place 3 movement",...}`. So
 * this engine needs no reader of JSON.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char TEXT[] = "{\"text\":\"";

static uint64_t state = 1;

/* Return a number below `count`: xorshift64. */
static size_t any(size_t count) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state % count;
}

/* Return the beginning of the action number `wanted`, and count the actions. */
static const char *action(const char *line, size_t wanted, size_t *count) {
    const char *chosen = NULL;
    *count = 0;
    for (const char *at = line; (at = strstr(at, TEXT)) != NULL; at += sizeof TEXT - 1)
        if ((*count)++ == wanted)
            chosen = at + sizeof TEXT - 1;
    return chosen;
}

static int starts(const char *line, const char *kind) { return !strncmp(line, kind, strlen(kind)); }

int main(void) {
    char *line = NULL;
    size_t room = 0, count = 0;
    while (getline(&line, &room, stdin) > 0 && !starts(line, "{\"bye\"")) {
        if (starts(line, "{\"hello\"")) {
            puts("{\"hello\":{\"name\":\"any move\",\"views\":\"none\"}}");
        } else if (starts(line, "{\"game\"")) {
            const char *seed = strstr(line, "\"seed\":\"");
            state = (seed ? strtoull(seed + strlen("\"seed\":\""), NULL, 10) : 0) | 1;
            puts("{\"game\":{}}");
        } else if (starts(line, "{\"view\"")) {
            action(line, 0, &count);
            const char *text = action(line, any(count), &count);
            const char *end = text;
            while (*end != '"')
                end += *end == '\\' ? 2 : 1;
            printf("{\"action\":{\"text\":\"%.*s\"}}\n", (int)(end - text), text);
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
