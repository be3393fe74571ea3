//! agon.rs - the C ABI of Agon 1.0 for strategies written in Rust.
//!
//! A strategy implements [`Strategy`] for the [`Game`] whose structs a module such as mygame.rs describes, and ends with
//!
//! ```text
//! agon::strategy! { MyBot, id: "mybot", version: "0.1.0", summary: "how it plays" }
//! ```
//!
//! which makes the library a plugin. What it panics with becomes the sentence that the host shows for the lost seat:
//! nothing unwinds across the border. agon/strategy.h and agon/types.h, beside the other headers, promise more in detail
//! what is repeated here in short.
#![allow(dead_code)] // a strategy needs only some of it

use std::cell::RefCell;
use std::ffi::{c_void, CStr};
use std::mem::{align_of, size_of};
use std::os::raw::c_char;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Once;
use std::time::Duration;

/// A game, seen by its strategies: the structs of its protocol.
pub trait Game {
    /// As in the game's header, with a NUL at its end: `b"mygame/1\0"`.
    const PROTOCOL: &'static [u8];
    type Observation: Observed + ?Sized;
    type Action: Plain;
    /// What an action before the turn's last one is answered with; `()` if the protocol has no replies.
    type Reply: Plain;
}

/// A player for one seat of one match. Keep no globals: several instances may live at once.
pub trait Strategy: Sized {
    type Game: Game;

    /// Whether the host loads the game's library beside the strategy, for [`Session::model`].
    const NEEDS_GAME: bool = false;

    /// Makes the player; its CPU time counts.
    fn new(session: &Session) -> Result<Self, Failure>;

    /// Decides: called whenever the seat is to move, with all that it may know. An `Err` ends the seat's match.
    fn turn(
        &mut self,
        observation: &<Self::Game as Game>::Observation,
        turn: &Turn<Self::Game>,
    ) -> Result<<Self::Game as Game>::Action, Failure>;
}

/// Why there is no answer. `?` turns a `String` or a `&str` into one.
pub enum Failure {
    /// From [`Turn::act`]: the action counted and ended the turn. Pass it on with `?`; it is no error.
    TurnOver,
    /// The options do not go together: the sentence says what would.
    BadSetting(String),
    /// A match that this strategy can't play, such as one on too large a board.
    Unsupported(String),
    /// Anything else, in a sentence.
    Failed(String),
}

impl From<String> for Failure {
    fn from(sentence: String) -> Failure {
        Failure::Failed(sentence)
    }
}

impl From<&str> for Failure {
    fn from(sentence: &str) -> Failure {
        Failure::Failed(sentence.to_string())
    }
}

/// One seat in one match: who sits where, under which limits, with which options.
pub struct Session<'a> {
    raw: &'a abi::Session,
}

impl Session<'_> {
    /// 0 .. seats() - 1.
    pub fn seat(&self) -> i32 {
        self.raw.seat
    }

    pub fn seats(&self) -> i32 {
        self.raw.seats
    }

    /// For random numbers of one's own: same match, same seat, same seed. `HashMap` has others, which differ from run
    /// to run; a match can be played again if the strategy draws from this seed alone.
    pub fn seed(&self) -> u64 {
        self.raw.seed
    }

    /// The game's states, for search, if it offers them; the strategy must say [`Strategy::NEEDS_GAME`].
    pub fn model(&self) -> Result<Model, Failure> {
        // SAFETY: the host and what it offers live as long as the session.
        unsafe {
            let host = &*self.raw.host;
            let library = (host.extension)(host, b"agon.game/1\0".as_ptr().cast()) as *const abi::GameLibrary;
            if library.is_null() {
                return Err(Failure::Unsupported("the host has not loaded the game beside the strategy".to_string()));
            }
            let game = &*(*library).game;
            let model = (game.extension)(b"agon.model/1\0".as_ptr().cast()) as *const abi::Model;
            if model.is_null() {
                return Err(Failure::Unsupported("the game has no model (agon.model/1)".to_string()));
            }
            Ok(Model { game, model: &*model, seats: self.seats(), seat: self.seat() })
        }
    }

    /// CPU time for the match; `None`: no limit.
    pub fn time_limit(&self) -> Option<Duration> {
        let limit = self.raw.limits.cpu_ns;
        (limit > 0).then(|| Duration::from_nanos(limit as u64))
    }

    /// Bytes of memory; `None`: no limit.
    pub fn memory_limit(&self) -> Option<u64> {
        let limit = self.raw.limits.memory_bytes;
        (limit > 0).then(|| limit as u64)
    }

    /// The value of an option, as text. Panics if it was not declared.
    pub fn option(&self, name: &str) -> &str {
        for index in 0..self.raw.option_count as usize {
            // SAFETY: the host hands over `option_count` options with names and values that live as long as the session.
            let setting = unsafe { &*self.raw.options.add(index) };
            if unsafe { text(setting.name) } == name {
                return unsafe { text(setting.value) };
            }
        }
        panic!("no option called {} was declared", name)
    }

    /// The value of an option declared with `integer!`; the host has checked its range.
    pub fn integer(&self, name: &str) -> i64 {
        self.option(name).parse().expect("the host checks options")
    }

    /// The value of an option declared with `number!`.
    pub fn number(&self, name: &str) -> f64 {
        self.option(name).parse().expect("the host checks options")
    }

    /// The value of an option declared with `flag!`.
    pub fn flag(&self, name: &str) -> bool {
        self.option(name) == "yes"
    }

    /// CPU time for each turn; `None`: no limit of its own.
    pub fn turn_time_limit(&self) -> Option<Duration> {
        let limit = self.raw.limits.turn_cpu_ns;
        (limit > 0).then(|| Duration::from_nanos(limit as u64))
    }

    /// Threads that may exist at a time, the calling one included; at least 1.
    pub fn threads(&self) -> u32 {
        self.raw.limits.threads
    }

    /// The seat's clock, which threads of the strategy can use, too.
    pub fn clock(&self) -> Clock<'_> {
        Clock { raw: self.raw }
    }

    /// CPU time left for the rest of the match; `None`: no limit.
    pub fn time_left(&self) -> Option<Duration> {
        self.clock().time_left()
    }

    /// CPU time left for this turn: time_left(), or less if turns are limited.
    pub fn turn_left(&self) -> Option<Duration> {
        self.clock().turn_left()
    }

    /// Whether the call should end soon. Cheap.
    pub fn should_stop(&self) -> bool {
        self.clock().should_stop()
    }

    /// Adds a line to the seat's log, which the host shows with --log.
    pub fn log(&self, line: &str) {
        // SAFETY: the host's function is called as its header says; what it returns is NULL or its log.
        unsafe {
            let host = self.raw.host;
            let log = ((*host).extension)(host, b"agon.log/1\0".as_ptr().cast()) as *const abi::Log;
            if !log.is_null() {
                ((*log).write)(host, abi::Bytes { data: line.as_ptr().cast(), size: line.len() as u64 });
            }
        }
    }
}

/// What a seat has left. A copy can be moved to threads that end before new() or turn() returns, as those of
/// `std::thread::scope` do.
#[derive(Clone, Copy)]
pub struct Clock<'a> {
    raw: &'a abi::Session,
}

// SAFETY: the header lets any thread call these three functions; the rest of the session stays hidden.
unsafe impl Send for Clock<'_> {}
unsafe impl Sync for Clock<'_> {}

impl Clock<'_> {
    /// CPU time left for the rest of the match; `None`: no limit.
    pub fn time_left(&self) -> Option<Duration> {
        // SAFETY: a clock lives inside new() and turn() alone, where the header wants it.
        left(unsafe { (self.raw.time_left_ns)(self.raw) })
    }

    /// CPU time left for this turn: time_left(), or less if turns are limited.
    pub fn turn_left(&self) -> Option<Duration> {
        // SAFETY: likewise.
        left(unsafe { (self.raw.turn_left_ns)(self.raw) })
    }

    /// Whether the call should end soon. Cheap.
    pub fn should_stop(&self) -> bool {
        // SAFETY: likewise.
        unsafe { (self.raw.should_stop)(self.raw) != 0 }
    }
}

fn left(nanoseconds: i64) -> Option<Duration> {
    (nanoseconds < i64::MAX).then(|| Duration::from_nanos(nanoseconds.max(0) as u64))
}

/// What the host does for a strategy while it is to move; a [`Session`] besides.
pub struct Turn<'a, G: Game> {
    session: Session<'a>,
    game: std::marker::PhantomData<G>,
}

impl<'a, G: Game> std::ops::Deref for Turn<'a, G> {
    type Target = Session<'a>;
    fn deref(&self) -> &Session<'a> {
        &self.session
    }
}

impl<G: Game> Turn<'_, G> {
    /// Takes an action before the turn's last one, and returns what it revealed. An `Err` ends the turn: hand it on
    /// with `?`.
    pub fn act(&self, action: &G::Action) -> Result<G::Reply, Failure> {
        // SAFETY: a reply is plain, so zeros are one; the buffers outlive the call.
        unsafe {
            let mut room = Aligned { value: std::mem::zeroed::<G::Reply>() };
            let mut error = abi::Error { text: [0; abi::ERROR_CAPACITY] };
            let bytes = abi::Bytes { data: (action as *const G::Action).cast(), size: size_of::<G::Action>() as u64 };
            let mut reply = abi::Buffer {
                data: (&mut room.value as *mut G::Reply).cast(),
                capacity: size_of::<G::Reply>() as u64,
                size: 0,
            };
            match (self.session.raw.act)(self.session.raw, bytes, &mut reply, &mut error) {
                abi::OK if reply.size >= size_of::<G::Reply>() as u64 => Ok(room.value),
                abi::OK => Err("the host sent a reply that is shorter than the protocol's".into()),
                abi::TURN_OVER => Err(Failure::TurnOver),
                _ => Err(Failure::Failed(text(error.text.as_ptr().cast()).to_string())),
            }
        }
    }
}

/// What a game offers a search: see agon/ext/model.h.
#[derive(Clone, Copy)]
pub struct Model {
    game: &'static abi::GameType, // valid as long as the session
    model: &'static abi::Model,
    seats: i32,
    seat: i32,
}

impl Model {
    /// A state that agrees with what the session's seat sees; all else is drawn, from `seed`.
    pub fn determinise<Observation: Plain>(&self, observation: &Observation, seed: u64) -> Result<State, Failure> {
        let seen = Aligned { value: *observation };
        let bytes = abi::Bytes { data: (&seen as *const Aligned<Observation>).cast(), size: size_of::<Observation>() as u64 };
        let mut raw = std::ptr::null_mut();
        // SAFETY: the bytes are aligned, and the silent host is constant.
        checked(|error| unsafe {
            (self.model.determinise)(&SILENT, self.seats, self.seat, bytes, seed, &mut raw, error)
        })?;
        Ok(State { of: *self, raw })
    }
}

/// A state of a game, owned; a clone is independent.
pub struct State {
    of: Model,
    raw: *mut c_void,
}

impl State {
    /// The seat that is to act; `None`: the match is over.
    pub fn to_move(&self) -> Option<i32> {
        // SAFETY: the state lives, here and below.
        let seat = unsafe { (self.of.game.to_move)(self.raw) };
        (seat >= 0).then_some(seat)
    }

    pub fn score(&self, seat: i32) -> f64 {
        unsafe { (self.of.game.score)(self.raw, seat) }
    }

    /// The seat to move acts.
    pub fn act<Action: Plain>(&mut self, action: &Action) -> Result<(), Failure> {
        let seat = self.to_move().ok_or("the match is over")?;
        let action = Aligned { value: *action };
        let bytes = abi::Bytes { data: (&action as *const Aligned<Action>).cast(), size: size_of::<Action>() as u64 };
        checked(|error| unsafe { (self.of.game.act)(self.raw, seat, bytes, std::ptr::null_mut(), error) })
    }

    /// The legal actions; none if the match is over. The game must list them.
    pub fn actions<Action: Plain>(&self) -> Result<Vec<Action>, Failure> {
        let size = self.of.model.action_size as usize;
        let list = self.of.model.actions.ok_or("the game's actions are too many to list")?;
        if size < size_of::<Action>() {
            return Err("the game's actions are shorter than the struct".into());
        }
        let mut count = 0;
        checked(|error| unsafe { list(self.raw, 0, std::ptr::null_mut(), &mut count, error) })?;
        let mut room = vec![Aligned { value: [0u8; 16] }; (count as usize * size + 15) / 16];
        let mut buffer = abi::Buffer { data: room.as_mut_ptr().cast(), capacity: (room.len() * 16) as u64, size: 0 };
        checked(|error| unsafe { list(self.raw, 0, &mut buffer, &mut count, error) })?;
        let first: *const u8 = room.as_ptr().cast();
        // SAFETY: there are `count` actions of `size` bytes each, and any bytes are an Action.
        Ok((0..count as usize).map(|at| unsafe { first.add(at * size).cast::<Action>().read_unaligned() }).collect())
    }

    /// The game's estimates of the legal actions' values, in the order of `actions()`; `None` if the game has none. The
    /// match is not over.
    pub fn action_values(&self) -> Result<Option<Vec<f64>>, Failure> {
        let write = match self.of.model.action_values {
            Some(write) => write,
            None => return Ok(None),
        };
        let mut count = 0;
        let mut values: Vec<Aligned<[f64; 2]>> = Vec::new();
        loop {
            let capacity = (values.len() * 16) as u64;
            let mut buffer = abi::Buffer { data: values.as_mut_ptr().cast(), capacity, size: 0 };
            checked(|error| unsafe { write(self.raw, &mut buffer, &mut count, error) })?;
            if buffer.size == count * 8 {
                break;
            }
            values = vec![Aligned { value: [0.0; 2] }; (count as usize + 1) / 2];
        }
        Ok(Some(values.iter().flat_map(|two| two.value).take(count as usize).collect()))
    }

    /// Draws anew what `seat` does not know; for `None`, what no seat knows.
    pub fn resample(&mut self, seat: Option<i32>, seed: u64) -> Result<(), Failure> {
        checked(|error| unsafe { (self.of.model.resample)(self.raw, seat.unwrap_or(-1), seed, error) })
    }

    /// Takes legal actions to the end of the match, each as likely. `random` gives 64 random bits.
    pub fn play_out(&mut self, random: &mut impl FnMut() -> u64) -> Result<(), Failure> {
        let mut room = vec![Aligned { value: [0u8; 16] }; (self.of.model.action_size as usize + 15) / 16];
        while let Some(seat) = self.to_move() {
            let mut action = abi::Buffer { data: room.as_mut_ptr().cast(), capacity: (room.len() * 16) as u64, size: 0 };
            checked(|error| unsafe { (self.of.model.sample)(self.raw, random(), &mut action, error) })?;
            let bytes = abi::Bytes { data: action.data, size: action.size };
            checked(|error| unsafe { (self.of.game.act)(self.raw, seat, bytes, std::ptr::null_mut(), error) })?;
        }
        Ok(())
    }
}

impl Clone for State {
    fn clone(&self) -> State {
        let mut raw = std::ptr::null_mut();
        let made = checked(|error| unsafe { (self.of.model.copy)(self.raw, &mut raw, error) });
        assert!(made.is_ok(), "no memory for a copy of a state");
        State { of: self.of, raw }
    }

    /// Uses the memory again.
    fn clone_from(&mut self, source: &State) {
        let made = checked(|error| unsafe { (self.of.model.assign)(self.raw, source.raw, error) });
        assert!(made.is_ok(), "no memory for a copy of a state");
    }
}

impl Drop for State {
    fn drop(&mut self) {
        unsafe { (self.of.game.destroy)(self.raw) }
    }
}

unsafe extern "C" fn no_extension(_host: *const abi::Host, _id: *const c_char) -> *const c_void {
    std::ptr::null()
}
/// What states of a search are offered: nothing, so that they log nothing.
static SILENT: abi::Host = abi::Host { data: std::ptr::null_mut(), extension: no_extension };

/// Makes a call that may fail.
fn checked(call: impl FnOnce(*mut abi::Error) -> i32) -> Result<(), Failure> {
    let mut error = abi::Error { text: [0; 512] };
    if call(&mut error) == 0 {
        return Ok(());
    }
    error.text[511] = 0;
    // SAFETY: the text ends with a NUL.
    Err(unsafe { text(error.text.as_ptr().cast()) }.to_string().into())
}

/// A struct of a protocol, `#[repr(C)]` as its C header has it.
///
/// # Safety
/// Whatever bytes it holds must be a value of it: integers, floats, and arrays and structs of them; no `bool`, `enum`,
/// `char` or reference.
pub unsafe trait Plain: Copy {}

unsafe impl Plain for () {}

/// What an observation's bytes, aligned to 16, can be seen as.
pub trait Observed {
    /// `None`: they are too few. Bytes behind it are fields of a later version: ignore them.
    fn observed(bytes: &[u8]) -> Option<&Self>;
}

impl<T: Plain> Observed for T {
    fn observed(bytes: &[u8]) -> Option<&T> {
        let fits = bytes.len() >= size_of::<T>() && bytes.as_ptr() as usize % align_of::<T>() == 0;
        // SAFETY: size and alignment are right, and any bytes are a T.
        fits.then(|| unsafe { &*(bytes.as_ptr() as *const T) })
    }
}

/// Makes the library a plugin with one strategy; `options: [agon::integer!(...), ...]` may follow the summary.
macro_rules! strategy {
    ($class:ty, id: $id:literal, version: $version:literal, summary: $summary:literal
     $(, options: [$($option:expr),* $(,)?])? $(,)?) => {
        static AGON_OPTIONS: &[$crate::agon::abi::SettingType] = &[$($($option),*)?];
        static AGON_STRATEGY: $crate::agon::abi::StrategyType = $crate::agon::strategy_type::<$class>(
            concat!($id, "\0"), concat!($version, "\0"), concat!($summary, "\0"), AGON_OPTIONS);
        static AGON_STRATEGIES: [&$crate::agon::abi::StrategyType; 1] = [&AGON_STRATEGY];

        #[no_mangle]
        #[allow(non_upper_case_globals)]
        pub static agon_plugin: $crate::agon::abi::PluginType =
            $crate::agon::plugin_type(concat!($id, "\0"), concat!($version, "\0"), &AGON_STRATEGIES);
    };
}
pub(crate) use strategy;

/// Declares an option with whole numbers: `integer!("depth", "moves to look ahead", "3", 1, 10)`: name, meaning,
/// default, least and largest value.
#[allow(unused_macros)]
macro_rules! integer {
    ($name:literal, $summary:literal, $default:literal, $least:expr, $largest:expr) => {
        $crate::agon::setting(
            1,
            concat!($name, "\0"),
            concat!($summary, "\0"),
            concat!($default, "\0"),
            $least as f64,
            $largest as f64,
            1.0,
            None,
        )
    };
}
#[allow(unused_imports)]
pub(crate) use integer;

/// Likewise for numbers with a fraction.
#[allow(unused_macros)]
macro_rules! number {
    ($name:literal, $summary:literal, $default:literal, $least:expr, $largest:expr) => {
        $crate::agon::setting(
            2,
            concat!($name, "\0"),
            concat!($summary, "\0"),
            concat!($default, "\0"),
            $least as f64,
            $largest as f64,
            0.0,
            None,
        )
    };
}
#[allow(unused_imports)]
pub(crate) use number;

/// `flag!("quick", "thinks less", "no")`: yes or no.
#[allow(unused_macros)]
macro_rules! flag {
    ($name:literal, $summary:literal, $default:literal) => {
        $crate::agon::setting(
            3,
            concat!($name, "\0"),
            concat!($summary, "\0"),
            concat!($default, "\0"),
            0.0,
            0.0,
            0.0,
            None,
        )
    };
}
#[allow(unused_imports)]
pub(crate) use flag;

/// `choice!("style", "how it plays", "calm", "calm|wild")`: one of the words.
#[allow(unused_macros)]
macro_rules! choice {
    ($name:literal, $summary:literal, $default:literal, $words:literal) => {
        $crate::agon::setting(
            4,
            concat!($name, "\0"),
            concat!($summary, "\0"),
            concat!($default, "\0"),
            0.0,
            0.0,
            0.0,
            Some(concat!($words, "\0")),
        )
    };
}
#[allow(unused_imports)]
pub(crate) use choice;

// From here on: what stands between the traits and the C ABI.

/// The structs of agon/types.h, strategy.h, plugin.h and ext/log.h; their comments are there.
pub mod abi {
    use std::ffi::c_void;
    use std::mem::size_of;
    use std::os::raw::c_char;

    pub const MAJOR: u32 = 1;
    /// The minor version that this file needs: AGON_ABI_NEEDED_MINOR.
    pub const NEEDED_MINOR: u32 = 0;

    pub const OK: i32 = 0;
    pub const ILLEGAL: i32 = 1;
    pub const BAD_SETTING: i32 = 2;
    pub const UNSUPPORTED: i32 = 3;
    pub const FAILED: i32 = 4;
    pub const TURN_OVER: i32 = 5;

    pub const ERROR_CAPACITY: usize = 512;

    #[repr(C)]
    pub struct Error {
        pub text: [u8; ERROR_CAPACITY],
    }

    #[repr(C)]
    pub struct Bytes {
        pub data: *const c_void,
        pub size: u64,
    }

    #[repr(C)]
    pub struct Buffer {
        pub data: *mut c_void,
        pub capacity: u64,
        pub size: u64,
    }

    #[repr(C)]
    pub struct SettingType {
        pub name: *const c_char,
        pub summary: *const c_char,
        pub kind: i32,
        pub reserved: i32,
        pub fallback: *const c_char,
        pub minimum: f64,
        pub maximum: f64,
        pub step: f64,
        pub choices: *const c_char,
    }

    #[repr(C)]
    pub struct Setting {
        pub name: *const c_char,
        pub value: *const c_char,
    }

    #[repr(C)]
    pub struct Limits {
        pub cpu_ns: i64,
        pub turn_cpu_ns: i64,
        pub increment_ns: i64,
        pub wall_ns: i64,
        pub memory_bytes: i64,
        pub threads: u32,
        pub reserved: u32,
        pub reserved_words: [u64; 4],
    }

    #[repr(C)]
    pub struct Host {
        pub data: *mut c_void,
        pub extension: unsafe extern "C" fn(*const Host, *const c_char) -> *const c_void,
    }

    #[repr(C)]
    pub struct Session {
        pub host: *const Host,
        pub game: *const c_char,
        pub protocol: *const c_char,
        pub seat: i32,
        pub seats: i32,
        pub seed: u64,
        pub limits: Limits,
        pub option_count: u32,
        pub reserved: u32,
        pub options: *const Setting,
        pub act: unsafe extern "C" fn(*const Session, Bytes, *mut Buffer, *mut Error) -> i32,
        pub time_left_ns: unsafe extern "C" fn(*const Session) -> i64,
        pub turn_left_ns: unsafe extern "C" fn(*const Session) -> i64,
        pub should_stop: unsafe extern "C" fn(*const Session) -> i32,
    }

    #[repr(C)]
    pub struct Log {
        pub write: unsafe extern "C" fn(*const Host, Bytes),
    }

    #[repr(C)]
    pub struct GameType {
        pub texts: [*const c_char; 7], // id, version, protocol, title, summary, rules, opponent
        pub min_seats: u32,
        pub max_seats: u32,
        pub seat_names: *const *const c_char,
        pub limits: Limits,
        pub contest: i32,
        pub parameter_count: u32,
        pub parameters: *const SettingType,
        pub observation_capacity: u64,
        pub action_capacity: u64,
        pub reply_capacity: u64,
        pub create: *const c_void,
        pub destroy: unsafe extern "C" fn(*mut c_void),
        pub parameter: *const c_void,
        pub to_move: unsafe extern "C" fn(*const c_void) -> i32,
        pub observe: unsafe extern "C" fn(*const c_void, i32, *mut Buffer, *mut Error) -> i32,
        pub act: unsafe extern "C" fn(*mut c_void, i32, Bytes, *mut Buffer, *mut Error) -> i32,
        pub forfeit: *const c_void,
        pub score: unsafe extern "C" fn(*const c_void, i32) -> f64,
        pub extension: unsafe extern "C" fn(*const c_char) -> *const c_void,
    }

    #[repr(C)]
    pub struct GameLibrary {
        pub game: *const GameType,
    }

    #[repr(C)]
    pub struct Model {
        pub properties: u32,
        pub reserved: u32,
        pub action_size: u64,
        pub determinise:
            unsafe extern "C" fn(*const Host, i32, i32, Bytes, u64, *mut *mut c_void, *mut Error) -> i32,
        pub resample: unsafe extern "C" fn(*mut c_void, i32, u64, *mut Error) -> i32,
        pub copy: unsafe extern "C" fn(*const c_void, *mut *mut c_void, *mut Error) -> i32,
        pub assign: unsafe extern "C" fn(*mut c_void, *const c_void, *mut Error) -> i32,
        pub actions:
            Option<unsafe extern "C" fn(*const c_void, u64, *mut Buffer, *mut u64, *mut Error) -> i32>,
        pub sample: unsafe extern "C" fn(*const c_void, u64, *mut Buffer, *mut Error) -> i32,
        pub leads_to_chance: unsafe extern "C" fn(*const c_void, Bytes) -> i32,
        pub undo: Option<unsafe extern "C" fn(*mut c_void)>,
        pub key: Option<unsafe extern "C" fn(*const c_void) -> u64>,
        pub score_range: Option<unsafe extern "C" fn(*const c_void, i32, *mut f64, *mut f64)>,
        pub preference: Option<unsafe extern "C" fn(*const c_void, i32) -> f64>,
        pub action_values:
            Option<unsafe extern "C" fn(*const c_void, *mut Buffer, *mut u64, *mut Error) -> i32>,
    }

    #[repr(C)]
    pub struct StrategyType {
        pub id: *const c_char,
        pub version: *const c_char,
        pub protocol: *const c_char,
        pub summary: *const c_char,
        pub option_count: u32,
        pub needs: u32,
        pub options: *const SettingType,
        pub create: unsafe extern "C" fn(*const Session, *mut *mut c_void, *mut Error) -> i32,
        pub destroy: unsafe extern "C" fn(*mut c_void),
        pub turn: unsafe extern "C" fn(*mut c_void, Bytes, *mut Buffer, *mut Error) -> i32,
        pub extension: unsafe extern "C" fn(*const c_char) -> *const c_void,
    }

    #[repr(C)]
    pub struct PluginType {
        pub abi_major: u32,
        pub abi_minor: u32,
        pub name: *const c_char,
        pub version: *const c_char,
        pub game_count: u32,
        pub strategy_count: u32,
        pub games: *const *const c_void,
        pub strategies: *const &'static StrategyType,
    }

    // SAFETY: constant data; the pointers lead to constant data, too.
    unsafe impl Sync for Host {}
    unsafe impl Sync for SettingType {}
    unsafe impl Sync for StrategyType {}
    unsafe impl Sync for PluginType {}

    // The sizes that a C compiler gives them. A build that stops here is for a machine that Agon does not know.
    const _: () = assert!(size_of::<Error>() == 512);
    const _: () = assert!(size_of::<Bytes>() == 16);
    const _: () = assert!(size_of::<Buffer>() == 24);
    const _: () = assert!(size_of::<SettingType>() == 64);
    const _: () = assert!(size_of::<Setting>() == 16);
    const _: () = assert!(size_of::<Limits>() == 80);
    const _: () = assert!(size_of::<Host>() == 16);
    const _: () = assert!(size_of::<Session>() == 168);
    const _: () = assert!(size_of::<Log>() == 8);
    const _: () = assert!(size_of::<GameType>() == 264);
    const _: () = assert!(size_of::<Model>() == 112);
    const _: () = assert!(size_of::<StrategyType>() == 80);
    const _: () = assert!(size_of::<PluginType>() == 48);
}

const fn c_text(text: &'static str) -> *const c_char {
    c_bytes(text.as_bytes())
}

const fn c_bytes(text: &'static [u8]) -> *const c_char {
    assert!(!text.is_empty() && text[text.len() - 1] == 0, "a text at the border ends with a NUL");
    text.as_ptr() as *const c_char
}

/// For the macros above.
#[allow(clippy::too_many_arguments)]
pub const fn setting(
    kind: i32,
    name: &'static str,
    summary: &'static str,
    fallback: &'static str,
    minimum: f64,
    maximum: f64,
    step: f64,
    choices: Option<&'static str>,
) -> abi::SettingType {
    let choices = match choices {
        Some(words) => c_text(words),
        None => std::ptr::null(),
    };
    abi::SettingType {
        name: c_text(name),
        summary: c_text(summary),
        kind,
        reserved: 0,
        fallback: c_text(fallback),
        minimum,
        maximum,
        step,
        choices,
    }
}

/// For `strategy!`.
pub const fn strategy_type<S: Strategy>(
    id: &'static str,
    version: &'static str,
    summary: &'static str,
    options: &'static [abi::SettingType],
) -> abi::StrategyType {
    abi::StrategyType {
        id: c_text(id),
        version: c_text(version),
        protocol: c_bytes(<S::Game as Game>::PROTOCOL),
        summary: c_text(summary),
        option_count: options.len() as u32,
        needs: S::NEEDS_GAME as u32, // AGON_NEEDS_GAME
        options: options.as_ptr(),
        create: create::<S>,
        destroy: destroy::<S>,
        turn: turn::<S>,
        extension,
    }
}

/// For `strategy!`.
pub const fn plugin_type(
    name: &'static str,
    version: &'static str,
    strategies: &'static [&'static abi::StrategyType],
) -> abi::PluginType {
    abi::PluginType {
        abi_major: abi::MAJOR,
        abi_minor: abi::NEEDED_MINOR,
        name: c_text(name),
        version: c_text(version),
        game_count: 0,
        strategy_count: strategies.len() as u32,
        games: std::ptr::null(),
        strategies: strategies.as_ptr(),
    }
}

/// Buffers at the border are aligned to 16 bytes.
#[repr(C, align(16))]
#[derive(Clone, Copy)]
struct Aligned<T> {
    value: T,
}

struct Instance<S> {
    session: *const abi::Session,
    strategy: S,
}

/// NUL-terminated text of the host's as a `str`; "" for NULL, and for what is no UTF-8.
unsafe fn text<'a>(text: *const c_char) -> &'a str {
    if text.is_null() {
        return "";
    }
    CStr::from_ptr(text).to_str().unwrap_or("")
}

thread_local! {
    static LAST_PANIC: RefCell<String> = RefCell::new(String::new());
}

/// Runs `body`; what it fails or panics with becomes a status and a sentence.
fn guarded(error: *mut abi::Error, body: impl FnOnce() -> Result<(), Failure>) -> i32 {
    static HOOK: Once = Once::new();
    // Without it the message goes to stderr, and only there it says where it came from.
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|info| {
            let payload = info.payload();
            let text = payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(|text| &**text));
            let place = info.location().map_or(String::new(), |place| format!(" at {}:{}", place.file(), place.line()));
            let sentence = format!("panicked{}: {}", place, text.unwrap_or("no text"));
            LAST_PANIC.with(|last| *last.borrow_mut() = sentence)
        }))
    });
    let (status, sentence) = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => return abi::OK,
        Ok(Err(Failure::TurnOver)) => return abi::OK,
        Ok(Err(Failure::BadSetting(sentence))) => (abi::BAD_SETTING, sentence),
        Ok(Err(Failure::Unsupported(sentence))) => (abi::UNSUPPORTED, sentence),
        Ok(Err(Failure::Failed(sentence))) => (abi::FAILED, sentence),
        Err(_) => (abi::FAILED, LAST_PANIC.with(|last| last.take())),
    };
    let mut size = sentence.len().min(abi::ERROR_CAPACITY - 1);
    while !sentence.is_char_boundary(size) {
        size -= 1;
    }
    // SAFETY: the host hands over a whole agon_error, or NULL.
    if let Some(error) = unsafe { error.as_mut() } {
        error.text[..size].copy_from_slice(&sentence.as_bytes()[..size]);
        error.text[size] = 0;
    }
    status
}

unsafe extern "C" fn create<S: Strategy>(
    session: *const abi::Session,
    instance: *mut *mut c_void,
    error: *mut abi::Error,
) -> i32 {
    guarded(error, || {
        let strategy = S::new(&Session { raw: &*session })?;
        *instance = Box::into_raw(Box::new(Instance { session, strategy })).cast();
        Ok(())
    })
}

unsafe extern "C" fn destroy<S: Strategy>(instance: *mut c_void) {
    guarded(std::ptr::null_mut(), || {
        drop(Box::from_raw(instance.cast::<Instance<S>>()));
        Ok(())
    });
}

unsafe extern "C" fn turn<S: Strategy>(
    instance: *mut c_void,
    observation: abi::Bytes,
    action: *mut abi::Buffer,
    error: *mut abi::Error,
) -> i32 {
    guarded(error, || {
        let instance = &mut *instance.cast::<Instance<S>>();
        let action = &mut *action;
        let bytes = match observation.size {
            0 => &[][..], // then there need be no pointer
            size => std::slice::from_raw_parts(observation.data.cast::<u8>(), size as usize),
        };
        let seen = <<S::Game as Game>::Observation as Observed>::observed(bytes)
            .ok_or("the host sent an observation that is shorter than the protocol's")?;
        let turn = Turn { session: Session { raw: &*instance.session }, game: std::marker::PhantomData };
        let decided = instance.strategy.turn(seen, &turn)?;
        let size = size_of::<<S::Game as Game>::Action>();
        if action.capacity < size as u64 {
            return Err("the host left too little room for an action".into());
        }
        std::ptr::copy_nonoverlapping(
            (&decided as *const <S::Game as Game>::Action).cast::<u8>(),
            action.data.cast(),
            size,
        );
        action.size = size as u64;
        Ok(())
    })
}

unsafe extern "C" fn extension(_id: *const c_char) -> *const c_void {
    std::ptr::null()
}
