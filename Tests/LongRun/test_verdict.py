"""Tests that the verdict finds what a run must not do. script/long-run and script/check-metrics run them."""

import re
import types
import unittest

import alerts
import disturbances
import verdict
from conductor import Happened
from journal import Journal

ORDER = "00000000-0000-4000-8000-000000000001"


def order(**changes):
    """An order of the ledger that was granted to ada."""
    known = {"order_id": ORDER, "customer": "ada", "state": "valid", "granted_at": "2026-11-27T00:00:00Z",
             "expires_at": None, "evidence": [("granted", "ada"), ("alreadyGranted", "ada")]}
    return {ORDER: {**known, **changes}}


def sold(**changes):
    """The same order of the store."""
    purchase = {"order_id": ORDER, "revocation_date": None, "expires_at": None, "transaction_reason": "PURCHASE"}
    return {ORDER: {"account": "account-1", "purchase": {**purchase, **changes}}}


def journal(**changes):
    seen = Journal()
    seen.bound("account-1", "ada")
    seen.buys(ORDER, "ada")
    seen.answered({ORDER}, [{"order_id": ORDER, "decision": "granted"}], is_owner=True)
    for name, value in changes.items():
        setattr(seen, name, value)
    return seen


REFUND = {"revocation_date": "2026-11-27T01:00:00Z"}


class Purchases(unittest.TestCase):
    def faults(self, seen=None, store=None, ledger=None):
        return verdict.faults_of_purchases(seen or journal(), sold() if store is None else store,
                                           order() if ledger is None else ledger)

    def test_a_granted_order_and_a_refunded_order_have_no_fault(self):
        self.assertEqual(self.faults(), [])
        revoked = order(state="revoked", evidence=[("granted", "ada"), ("revoked", "ada")])
        self.assertEqual(self.faults(store=sold(**REFUND), ledger=revoked), [])

    def test_an_order_that_the_store_or_the_ledger_has_lost(self):
        self.assertEqual(len(self.faults(ledger={})), 1)
        self.assertTrue(any("lost in the store" in fault for fault in self.faults(store={}, ledger={})))
        self.assertTrue(any("not in the store" in fault for fault in self.faults(store={})))

    def test_an_order_that_was_granted_twice(self):
        twice = order(evidence=[("granted", "ada"), ("granted", "ada")])
        self.assertTrue(any("granted 2 times" in fault for fault in self.faults(ledger=twice)))
        seen = journal()
        seen.answered({ORDER}, [{"order_id": ORDER, "decision": "granted"}], is_owner=True)
        self.assertTrue(any("told 2 times" in fault for fault in self.faults(seen)))

    def test_an_order_that_is_kept_after_its_refund_or_refunded_without_evidence(self):
        self.assertTrue(any("valid after its refund" in fault for fault in self.faults(store=sold(**REFUND))))
        silent = order(state="revoked")
        self.assertEqual(self.faults(store=sold(**REFUND), ledger=silent), [f"order {ORDER}: the refund has no evidence"])

    def test_an_order_that_was_never_granted_or_is_revoked_without_a_refund(self):
        never = order(granted_at=None, evidence=[])
        self.assertEqual(self.faults(ledger=never), [f"order {ORDER} of ada was never granted"])
        self.assertTrue(any("not refunded" in fault for fault in self.faults(ledger=order(state="revoked"))))

    def test_an_order_of_another_customer(self):
        self.assertEqual(self.faults(ledger=order(customer="eve")), [f"order {ORDER} of ada belongs to eve"])
        seen = journal()
        seen.answered({ORDER}, [{"order_id": ORDER, "decision": "alreadyGranted"}], is_owner=False)
        self.assertEqual(len(seen.faults), 1)

    def test_a_grant_that_no_client_was_told_needs_an_answer_that_was_lost(self):
        untold = journal()
        untold.grants.clear()
        self.assertEqual(len(self.faults(untold)), 1)
        untold.lost({ORDER})
        self.assertEqual(self.faults(untold), [])


class Events(unittest.TestCase):
    def faults(self, **changes):
        event = {"type": "order.valid", "customer": "ada", "order": {"expires_at": None}}
        receiver = types.SimpleNamespace(states={ORDER: {**event, **changes}} if changes.get("type") != "" else {})
        return verdict.faults_of_events(receiver, order())

    def test_the_last_event_must_be_the_ledgers_state(self):
        self.assertEqual(self.faults(), [])
        for changes in ({"type": "order.revoked"}, {"customer": "eve"}, {"order": {"expires_at": "later"}}, {"type": ""}):
            self.assertEqual(len(self.faults(**changes)), 1, changes)


class Alerts(unittest.TestCase):
    def faults(self, firing, untested=()):
        disturbance = disturbances.Disturbance(disturbances.backend_down, 25, fires=["Down"], may=["Slow"])
        return verdict.faults_of_alerts([Happened(disturbance, 100, 125)], firing, untested)

    def test_an_alert_must_fire_for_its_disturbance_and_at_no_other_time(self):
        down, slow = "CausewayMerchantDown", "CausewayMerchantSlow"
        self.assertEqual(self.faults({down: [(115, 126)], slow: [(120, 130)]}), [])
        self.assertEqual(self.faults({}), [f"{down} did not fire while backend down lasted"])
        self.assertEqual(self.faults({}, untested=[down]), [])
        for firing in ([(115, 126), (300, 310)], [(90, 126)], [(115, 500)]):
            self.assertEqual(len(self.faults({down: firing})), 1, firing)
        self.assertEqual(len(self.faults({down: [(115, 126)], "CausewayMerchantFails": [(110, 120)]})), 1)

    def test_an_alert_that_begins_only_in_the_time_of_recovery_came_too_late(self):
        down, slow = "CausewayMerchantDown", "CausewayMerchantSlow"
        self.assertEqual(self.faults({down: [(130, 140)]}), [])
        self.assertEqual(self.faults({down: [(131, 140)]}), [f"{down} did not fire while backend down lasted"])
        self.assertEqual(self.faults({down: [(115, 126)], slow: [(150, 160)]}), [])

    def test_a_restart_of_the_store_may_only_make_a_check_fail_once(self):
        def faults(firing):
            return verdict.faults_of_alerts([Happened(disturbances.StoreRestart, 100, 102)], firing, ())

        self.assertEqual(faults({}), [])
        self.assertEqual(faults({"CausewayMerchantNotReady": [(118, 131)]}), [])
        self.assertEqual(len(faults({"CausewayMerchantNotReady": [(118, 150)]})), 1)
        self.assertEqual(len(faults({"CausewayMerchantDown": [(118, 131)]})), 1)

    def test_every_alert_has_a_disturbance_or_a_reason(self):
        fired = {name for one in disturbances.ALL for name in one.fires}
        self.assertEqual(set(alerts.names()), fired | set(disturbances.UNTESTED))

    def test_the_rules_become_faster(self):
        rules = alerts.accelerated("for: 5m\nexpr: sum(rate(a_total{b=\"c\"}[2m])) > 0.1 and min_over_time(d[5m]) > 900")
        self.assertEqual(
            rules,
            "for: 12500ms\nexpr: sum((rate(a_total{b=\"c\"}[5000ms]) / 24)) > 0.1 and min_over_time(d[12500ms]) > 900",
        )
        self.assertEqual(
            alerts.accelerated("expr: sum(increase(a_total{b=\"15m\"}[15m] offset 15m)) > 0"),
            "expr: sum(increase(a_total{b=\"15m\"}[37500ms] offset 37500ms)) > 0",
        )
        # A duration that was overlooked would be in the shown time.
        self.assertEqual(re.findall(r"(?:\[|offset |for: )\d+[smhd]\b", alerts.accelerated(alerts.RULES.read_text())), [])

    def test_the_seconds_of_an_alert_become_intervals(self):
        self.assertEqual(alerts.intervals([1, 2, 3, 9, 10]), [(1, 3), (9, 10)])


class Memory(unittest.TestCase):
    def test_the_first_quarter_is_compared_with_the_last_one(self):
        self.assertIsNone(verdict.memory([(0, 1)]))
        self.assertEqual(verdict.memory([(time, 10 if time < 50 else 20) for time in range(101)]), (10, 20))


if __name__ == "__main__":
    unittest.main()
