"""Finds duplicates in a CSV file with Splink, and prints precision and recall as JSON.

Usage: compare.py FILE. The file has the columns unique_id, first_name, surname, dob, city, email and cluster.
"""

import csv
import json
import logging
import sys
from collections import defaultdict

import pyarrow as pa
import pyarrow.csv
import splink.comparison_library as cl
from splink import DuckDBAPI, Linker, SettingsCreator, block_on

THRESHOLD = 0.75
COLUMNS = ("first_name", "surname", "dob", "city", "email", "cluster")
AS_TEXT = pyarrow.csv.ConvertOptions(column_types={name: pa.string() for name in COLUMNS}, strings_can_be_null=True)
BLOCKING = {
    "quick start": [block_on("first_name", "dob"), block_on("surname")],
    "wide blocking": [block_on("first_name"), block_on("surname"), block_on("dob"), block_on("email")],
}


def true_pairs(path):
    clusters = defaultdict(list)
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            clusters[row["cluster"]].append(int(row["unique_id"]))
    return {
        (first, second)
        for members in clusters.values()
        for first in members
        for second in members
        if first < second
    }


def found_pairs(path, blocking):
    """Trains the model as in Splink's quick start and returns the pairs with a probability of at least THRESHOLD."""
    api = DuckDBAPI()
    table = api.register(pyarrow.csv.read_csv(path, convert_options=AS_TEXT))
    settings = SettingsCreator(
        link_type="dedupe_only",
        comparisons=[
            cl.NameComparison("first_name"),
            cl.JaroAtThresholds("surname"),
            cl.DateOfBirthComparison("dob", input_is_string=True),
            cl.ExactMatch("city").configure(term_frequency_adjustments=True),
            cl.EmailComparison("email"),
        ],
        blocking_rules_to_generate_predictions=blocking,
    )
    linker = Linker(table, settings)
    training = linker.training
    training.estimate_probability_two_random_records_match([block_on("first_name", "surname")], recall=0.7)
    training.estimate_u_using_random_sampling(max_pairs=1e6, seed=1)
    training.estimate_parameters_using_expectation_maximisation(block_on("first_name", "surname"))
    training.estimate_parameters_using_expectation_maximisation(block_on("email"))
    predicted = linker.inference.predict(threshold_match_probability=THRESHOLD)
    rows = predicted.as_record_list()
    ids = ((int(row["unique_id_l"]), int(row["unique_id_r"])) for row in rows)
    return {(min(pair), max(pair)) for pair in ids}


def main(path):
    expected = true_pairs(path)
    figures = []
    for name, blocking in BLOCKING.items():
        found = found_pairs(path, blocking)
        right = len(found & expected)
        figures.append({
            "settings": name,
            "pairs": len(found),
            "precision": right / len(found),
            "recall": right / len(expected),
        })
    print(json.dumps(figures))


if __name__ == "__main__":
    logging.getLogger("splink").setLevel(logging.ERROR)
    main(sys.argv[1])
