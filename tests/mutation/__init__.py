"""Do the tests near a package notice when one of its operators or integers changes?

    python -m tests.mutation --package shared_rules/hand --n 20 --seed 7

copies the tree, changes one comparison, arithmetic or boolean operator or one integer of the
package at a time, runs the tests that execute the changed line (the most specific first, up to
the first failure, within a bounded time), and prints what was changed and whether a test failed.
"""
