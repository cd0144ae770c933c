//! Connects the hub's state machine to the browser: carries out effects, reports events and sets timers.

use super::http::{Caller, Token};
use super::line::OpenTransport;
use super::page::{HubPage, log, now_ms};
use gloo_timers::callback::Timeout;
use shared::hub::connection::{Effect, Event, Options};
use shared::hub::portal::{Portal, PortalEffect};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

pub struct Driver {
    pub page: HubPage,
    portal: RefCell<Portal>,
    /// Events waiting to be handled. An effect can cause another event while it is carried out.
    waiting: RefCell<VecDeque<Event>>,
    is_handling: Cell<bool>,
    /// The newest transport connection. Earlier ones have ended or are closing.
    line: RefCell<Option<OpenTransport>>,
    alarm: RefCell<Option<Timeout>>,
}

impl Driver {
    pub fn new(options: Options, page: HubPage) -> Rc<Self> {
        Rc::new(Self {
            page,
            portal: RefCell::new(Portal::new(options)),
            waiting: RefCell::default(),
            is_handling: Cell::new(false),
            line: RefCell::default(),
            alarm: RefCell::default(),
        })
    }

    pub fn happens(self: &Rc<Self>, event: Event) {
        self.waiting.borrow_mut().push_back(event);
        if self.is_handling.replace(true) {
            return;
        }
        while let Some(event) = self.next() {
            let deeds = self.portal.borrow_mut().handle(event, now_ms());
            for deed in deeds {
                match deed {
                    PortalEffect::Do(effect) => self.carry_out(effect),
                    PortalEffect::Log(text) => log(&text),
                }
            }
        }
        self.is_handling.set(false);
        self.set_alarm();
    }

    fn next(&self) -> Option<Event> {
        self.waiting.borrow_mut().pop_front()
    }

    /// Sets a new timer after every event. Browsers throttle chained timers of hidden pages, but not a timer
    /// started by a message.
    fn set_alarm(self: &Rc<Self>) {
        let alarm = self.portal.borrow().wakes_at().map(|at_ms| {
            let pause_ms = at_ms.saturating_sub(now_ms()).try_into().unwrap_or(u32::MAX);
            let driver = self.clone();
            Timeout::new(pause_ms, move || driver.happens(Event::Time))
        });
        self.alarm.replace(alarm);
    }

    fn carry_out(self: &Rc<Self>, effect: Effect) {
        match effect {
            Effect::Negotiate {
                attempt,
                url,
                access_token,
            } => {
                let driver = self.clone();
                spawn_local(async move {
                    let caller = Caller::new(&driver.page, Token::new(access_token));
                    let answer = caller.post(&url, "").await;
                    if let Ok((status @ 400.., body)) = &answer {
                        driver.page.is_refused(*status, body);
                    }
                    driver.happens(Event::Negotiated { attempt, answer });
                });
            }
            Effect::Open {
                attempt,
                transport,
                url,
                access_token,
            } => {
                let line =
                    OpenTransport::open(self.clone(), attempt, transport, url, Token::new(access_token));
                self.line.replace(Some(line));
            }
            Effect::Send { attempt, text } => self.with_line(attempt, |line| line.send(text)),
            Effect::Close { attempt } => self.with_line(attempt, OpenTransport::close),
            Effect::Changed(state) => self.page.sees(&format!("{state:?}")),
            Effect::Called {
                target, arguments, ..
            } => {
                let values = serde_json::to_string(&arguments).unwrap_or_default();
                self.page.hears(&target, &values);
            }
            // The page makes no calls, and `Portal` handles the rest.
            Effect::Item { .. }
            | Effect::Completed { .. }
            | Effect::Started(_)
            | Effect::Reconnecting(_)
            | Effect::Reconnected(_)
            | Effect::Closed(_) => {}
        }
    }

    fn with_line(&self, attempt: u64, order: impl FnOnce(&OpenTransport)) {
        if let Some(line) = &*self.line.borrow()
            && line.attempt == attempt
        {
            order(line);
        }
    }
}
