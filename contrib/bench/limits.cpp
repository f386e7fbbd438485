/* What someone who only wants limits, and wants them fast, would write by hand: the bench's upper bound.
 *
 *   limits events RULES < EVENTS     counts, for each rule, the new debits that match it
 *   limits windows RULES < EVENTS    counts how often each account's spending of 7 days went over a limit
 *   limits levels RULES N            compares N balances with the limit of every rule, in memory
 *
 * RULES holds one rule a line: its name, a limit in minor units and, for events, a text or nothing,
 * with tabs between. EVENTS are lines as `saldovakt eval` reads them. Build:
 *
 *   g++ -O3 -march=native -std=c++20 limits.cpp -lsimdjson -o limits
 */
#include <simdjson.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <deque>
#include <fstream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace {

struct Rule {
    std::string name, text;
    int64_t limit;
    uint64_t count = 0;
};

std::vector<Rule> read_rules(const char *path) {
    std::vector<Rule> rules;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        auto first = line.find('\t'), second = line.find('\t', first + 1);
        rules.push_back({line.substr(0, first), line.substr(second + 1),
                         std::stoll(line.substr(first + 1, second - first - 1))});
    }
    return rules;
}

/* "-12.50" in minor units; the bench writes two decimals always. */
int64_t minor_units(std::string_view text) {
    bool negative = text[0] == '-';
    int64_t value = 0;
    for (char c : text.substr(negative))
        if (c != '.') value = value * 10 + (c - '0');
    return negative ? -value : value;
}

/* Days since 1970 of "2026-03-06". */
int days(std::string_view text) {
    auto number = [&](int at, int length) {
        int value = 0;
        for (int i = at; i < at + length; i++) value = value * 10 + (text[i] - '0');
        return value;
    };
    using namespace std::chrono;
    return sys_days(year(number(0, 4)) / number(5, 2) / number(8, 2)).time_since_epoch().count();
}

std::string read_input() {
    std::string text;
    char part[1 << 16];
    while (auto count = fread(part, 1, sizeof part, stdin)) text.append(part, count);
    text.reserve(text.size() + simdjson::SIMDJSON_PADDING);
    return text;
}

template <class Take> void for_each_event(const std::string &text, Take take) {
    simdjson::ondemand::parser parser;
    simdjson::ondemand::document_stream documents;
    if (parser.iterate_many(text.data(), text.size(), 1 << 20).get(documents)) return;
    for (auto document : documents) {
        auto object = document.get_object().value();
        std::string_view account = object["account"], amount = object["amount"],
                         date = object["date"], words = object["text"];
        take(account, minor_units(amount), date, words);
    }
}

void count_events(std::vector<Rule> &rules, const std::string &text) {
    std::unordered_map<std::string_view, std::vector<Rule *>> named;
    std::vector<Rule *> plain;
    for (auto &rule : rules)
        if (rule.text.empty()) plain.push_back(&rule);
        else named[rule.text].push_back(&rule);
    std::sort(plain.begin(), plain.end(), [](auto a, auto b) { return a->limit < b->limit; });
    for_each_event(text, [&](auto, int64_t amount, auto, std::string_view words) {
        if (amount >= 0) return;
        for (auto rule : plain) {
            if (rule->limit >= -amount) break;
            rule->count++;
        }
        if (auto found = named.find(words); found != named.end())
            for (auto rule : found->second) rule->count += rule->limit < -amount;
    });
}

void count_windows(std::vector<Rule> &rules, const std::string &text) {
    struct Window {
        std::deque<std::pair<int, int64_t>> days;
        int64_t sum = 0;
        std::vector<bool> over;
    };
    std::unordered_map<std::string, Window> windows;
    for_each_event(text, [&](std::string_view account, int64_t amount, std::string_view date, auto) {
        int today = days(date);
        auto &window = windows[std::string(account)];
        window.over.resize(rules.size());
        while (!window.days.empty() && window.days.front().first <= today - 7) {
            window.sum -= window.days.front().second;
            window.days.pop_front();
        }
        if (amount < 0) {
            if (window.days.empty() || window.days.back().first != today)
                window.days.emplace_back(today, 0);
            window.days.back().second -= amount;
            window.sum -= amount;
        }
        for (size_t i = 0; i < rules.size(); i++) {
            bool over = window.sum > rules[i].limit;
            rules[i].count += over && !window.over[i];
            window.over[i] = over;
        }
    });
}

void count_levels(std::vector<Rule> &rules, int64_t balances) {
    std::vector<int64_t> figures(balances);
    uint64_t state = 12345;
    for (auto &figure : figures)
        figure = int64_t((state = state * 6364136223846793005u + 1442695040888963407u) >> 40);
    auto begin = std::clock();
    for (auto &rule : rules) {
        uint64_t count = 0;
        for (auto figure : figures) count += figure < rule.limit;
        rule.count = count;
    }
    double seconds = double(std::clock() - begin) / CLOCKS_PER_SEC;
    fprintf(stderr, "%.0f evaluations/s\n", double(balances) * double(rules.size()) / seconds);
}

}

int main(int count, char **arguments) {
    if (count < 3) return fprintf(stderr, "usage: limits events|windows|levels RULES [N]\n"), 2;
    std::string_view work = arguments[1];
    auto rules = read_rules(arguments[2]);
    if (work == "levels") count_levels(rules, count > 3 ? std::stoll(arguments[3]) : 1000000);
    else if (work == "windows") count_windows(rules, read_input());
    else count_events(rules, read_input());
    for (auto &rule : rules)
        printf("{\"rule\":\"%s\",\"count\":%llu}\n", rule.name.c_str(),
               (unsigned long long)rule.count);
}
