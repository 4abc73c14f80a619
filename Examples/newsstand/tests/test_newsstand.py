"""The newspaper in its app, with the fixtures of the package `causeway`."""

from causeway import App, Prompt, Store

from pages import Paper, StorePages

READER = "ada@example.com"
READ_ON = "The first night fell to the Misses Aldous"


def log_in(paper: Paper, app: App) -> None:
    paper.press_session()
    app.prompts.login.log_in(READER)
    assert paper.notice("nothing") == "Ada has bought nothing yet. The first lines are free."


def buy(paper: Paper, app: App, article: str) -> Prompt:
    paper.buy(article)
    payment = app.prompts.payment.approve()
    paper.wait_for_article(article, "open")
    return payment


def test_a_reader_logs_in_and_out(paper: Paper, app: App) -> None:
    assert "Log in to the store" in paper.notice("loggedOut")
    assert not paper.is_logged_in()
    log_in(paper, app)
    assert paper.is_logged_in()
    assert app.wait_for_call("requestLogin").failure is None
    paper.press_session()
    assert "Log in to the store" in paper.notice("loggedOut")


def test_a_login_that_the_reader_closes(paper: Paper, app: App) -> None:
    paper.press_session()
    app.prompts.login.decline()
    assert app.wait_for_call("requestLogin").failure is not None
    assert not paper.is_logged_in()


def test_a_purchase_opens_the_article(paper: Paper, app: App, store: Store) -> None:
    log_in(paper, app)
    assert READ_ON not in paper.text("archive")
    payment = buy(paper, app, "archive")
    assert (payment.product, payment.price) == ("tide.archive", "4,99\N{NO-BREAK SPACE}€")
    assert paper.notice("bought") == "Ada has The archive."
    assert READ_ON in paper.text("archive")
    assert paper.path() == ["done"] * 6
    [order] = store.orders()
    assert order.product == "tide.archive"
    [purchase] = app.calls("purchase")
    assert purchase.parameters["productIdentifier"] == "tide.archive"
    assert app.wait_for_call("finishTransaction").failure is None


def test_a_payment_that_the_reader_declines(paper: Paper, app: App, store: Store) -> None:
    log_in(paper, app)
    paper.buy("archive")
    assert app.prompts.next().kind == "payment"
    app.prompts.payment.decline()
    paper.wait_for_article("archive", "locked")
    assert READ_ON not in paper.text("archive")
    assert store.orders() == []


def test_a_refund_locks_the_article(paper: Paper, app: App, store: Store, store_pages: StorePages) -> None:
    log_in(paper, app)
    buy(paper, app, "archive")
    paper.notice("bought")
    [order] = store.orders()
    store.refund(order)
    paper.check_again()
    assert paper.notice("refunded") == "The archive was refunded, and is locked again."
    assert "Buy again" in paper.text("archive")
    store_pages.open_orders()
    assert store_pages.states() == ["refunded"]


def test_a_purchase_is_restored(paper: Paper, app: App, store: Store) -> None:
    log_in(paper, app)
    buy(paper, app, "archive")
    paper.notice("bought")
    paper.press_session()
    paper.wait_for_article("archive", "locked")
    paper.notice("loggedOut")
    paper.press_session()
    app.prompts.login.log_in(READER)
    paper.wait_for_article("archive", "open")
    paper.open()
    paper.wait_for_article("archive", "open")
    assert len(store.orders()) == 1


def test_a_subscription_renews_and_ends(paper: Paper, app: App, store: Store, store_pages: StorePages) -> None:
    log_in(paper, app)
    assert buy(paper, app, "today").product == "tide.daily"
    assert "Yours until" in paper.text("today")
    store.advance(days=32)
    assert [order.product for order in store.orders()] == ["tide.daily"] * 2
    paper.check_again()
    paper.notice("bought")
    store_pages.open_orders()
    store_pages.cancel()
    store_pages.advance_a_month()
    paper.open()
    assert paper.notice("expired") == "The daily has expired."
    assert "Subscribe again" in paper.text("today")


def test_a_purchase_belongs_to_its_reader(paper: Paper, app: App) -> None:
    log_in(paper, app)
    buy(paper, app, "archive")
    paper.notice("bought")
    paper.choose_reader("Ben")
    paper.wait_for_article("archive", "another")
    assert "It opens only for that reader." in paper.text("archive")


def test_a_store_that_fails_for_a_while(paper: Paper, app: App, store: Store) -> None:
    log_in(paper, app)
    buy(paper, app, "archive")
    paper.notice("bought")
    store.fail("signedHistory")
    paper.check_again()
    assert paper.notice("unreachable") == "The store is not available. Try again later."
    assert READ_ON in paper.text("archive")
    store.recover()
    paper.check_again()
    assert paper.notice("bought") == "Ada has The archive."
