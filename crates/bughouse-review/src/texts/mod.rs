//! Texts opened in memory.

pub(crate) mod edit;
pub(crate) mod game_text;
pub mod index;
pub mod open;
pub mod order;
pub(crate) mod player_names;
pub mod search;

use std::sync::{Arc, PoisonError, RwLock};

use crate::api::answer::Answer;
use crate::api::files::{
    File, FileState, Files, Opened, Origin, free_key, require_room, upload_name, why_no_upload,
};
use crate::api::rejection::Rejection;
use crate::api::requests::{ReplaceRequest, SaveRequest, Saved};
use crate::api::routes::Request;
use crate::api::store::Store;
use crate::shapes::game::{Game, Source};
use crate::shapes::row::{Row, Rows};
use crate::texts::index::{Entry, Index};
use crate::texts::open::to_bpgn;
use crate::texts::order::SortedPage;
use crate::texts::search::{Page, Picker, SearchQuery};

/// Why games can't be saved.
const CANNOT_SAVE: &str = "texts in memory can't be saved to disk: download the game instead";

/// Texts opened in memory, which answer the requests of the web UI without a server.
///
/// ```
/// use bughouse_review::Texts;
///
/// let texts = Texts::default();
/// let opened = texts.answer("POST", "/api/files?name=mine", b"[Event \"x\"]\n1A. e4 1a. e5 *".to_vec());
/// assert_eq!(opened.status, 200);
/// let game = texts.answer("GET", "/api/files/mine/games/1", Vec::new());
/// assert!(String::from_utf8_lossy(&game.body).contains("\"spoken\":\"board A, White, pawn e4\""));
/// ```
#[derive(Default, Debug)]
pub struct Texts {
    open: RwLock<Vec<Arc<OpenText>>>,
}

#[derive(Debug)]
struct OpenText {
    /// Its name in URLs.
    key: String,
    /// Its display name.
    name: String,
    text: Vec<u8>,
    index: Index,
}

impl Texts {
    /// Answers a request of the HTTP API. `HEAD` gets the answer to `GET` without its body.
    pub fn answer(&self, method: &str, target: &str, body: Vec<u8>) -> Answer {
        let request = Request::parse(method, target);
        let mut answer = request.map_or_else(Answer::from, |request| request.answer(self, body));
        if method == "HEAD" {
            answer.body.clear();
        }
        answer
    }

    /// Opens a text again under the key it had before.
    ///
    /// # Errors
    /// Fails if the text has no game, the memory limit is reached, or another text has the key.
    pub fn restore(&self, key: &str, name: &str, sent: Vec<u8>) -> Result<Opened, Rejection> {
        self.open_as(name, sent, |is_taken| match is_taken(key) || key.is_empty() {
            true => Err(Rejection::new(409, format!("another text is open as {key}"))),
            false => Ok(key.to_owned()),
        })
    }

    /// Opens a text under the key that `choose` returns. Its argument checks whether a key is taken.
    fn open_as(
        &self,
        name: &str,
        sent: Vec<u8>,
        choose: impl FnOnce(&dyn Fn(&str) -> bool) -> Result<String, Rejection>,
    ) -> Result<Opened, Rejection> {
        let converted = to_bpgn(sent)?;
        let name = upload_name(name).to_owned();
        let index = Index::of(&converted.text);
        if let Some(why) = why_no_upload(&name, &index) {
            return Err(Rejection::bad_request(why));
        }
        let mut read = OpenText { key: String::new(), name, text: converted.text, index };
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        require_room(open.len(), open.iter().map(|text| text.memory()).sum(), read.memory())?;
        read.key = choose(&|key| open.iter().any(|text| text.key == key))?;
        let opened = Opened {
            key: read.key.clone(),
            games: read.index.len(),
            kind: converted.kind,
            notes: converted.notes,
        };
        open.push(Arc::new(read));
        Ok(opened)
    }

    fn all(&self) -> Vec<Arc<OpenText>> {
        self.open.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn find(&self, key: &str) -> Result<Arc<OpenText>, Rejection> {
        self.all().into_iter().find(|text| text.key == key).ok_or_else(|| Rejection::no_file(key))
    }
}

impl OpenText {
    fn to_file(&self) -> File {
        let bytes = self.text.len() as u64;
        File {
            key: self.key.clone(),
            name: self.name.clone(),
            origin: Origin::Upload,
            state: FileState::Ready,
            error: None,
            bytes: Some(bytes),
            bytes_read: bytes,
            games: self.index.len(),
            notes: self.index.stray().to_vec(),
            can_save: false,
        }
    }

    fn memory(&self) -> usize {
        self.text.len() + self.index.memory()
    }

    /// Reads a game.
    fn record(&self, number: u64) -> Result<bpgn::Record, Rejection> {
        self.read(number, |entry, bytes| entry.read(number, bytes))
    }

    /// Returns a game as a row of a list.
    fn row(&self, number: u64) -> Result<Row, Rejection> {
        // Reading from a slice can't fail.
        self.read(number, |entry, bytes| Row::read(&self.key, number, entry, bytes).ok().flatten())
    }

    fn read<T>(&self, number: u64, read: impl FnOnce(&Entry, &[u8]) -> Option<T>) -> Result<T, Rejection> {
        let of_entry = |entry: &Entry| {
            let start = usize::try_from(entry.byte()).unwrap_or(usize::MAX);
            read(entry, self.text.get(start..start.saturating_add(entry.length())).unwrap_or_default())
        };
        let missing = || Rejection::no_game(number, &self.name, self.index.len(), false);
        self.index.entry(number).and_then(of_entry).ok_or_else(missing)
    }
}

impl Store for Texts {
    fn files(&self) -> Files {
        Files::new(self.all().iter().map(|text| text.to_file()).collect(), None)
    }

    fn open(&self, name: &str, sent: Vec<u8>) -> Result<Opened, Rejection> {
        self.open_as(name, sent, |is_taken| Ok(free_key(upload_name(name), is_taken)))
    }

    fn close(&self, key: &str) -> Result<(), Rejection> {
        self.find(key)?;
        self.open.write().unwrap_or_else(PoisonError::into_inner).retain(|text| text.key != key);
        Ok(())
    }

    fn games(&self, page: &Page, query: &SearchQuery) -> Result<Rows, Rejection> {
        let texts = match &page.file {
            Some(key) => vec![self.find(key)?],
            None => self.all(),
        };
        if let Some(sort) = query.sort {
            let indexes: Vec<&Index> = texts.iter().map(|text| &text.index).collect();
            let SortedPage { total, matched, games } = SortedPage::of(&indexes, page, query, sort);
            let games = games.iter().map(|&(at, number)| texts[at].row(number)).collect::<Result<_, _>>()?;
            return Ok(Rows { total, matched, reading: false, offset: page.offset, games });
        }
        let mut picker = Picker::new(page, query);
        let mut games = Vec::new();
        for text in &texts {
            for number in picker.pick(&text.index) {
                games.push(text.row(number)?);
            }
        }
        let Picker { total, matched, .. } = picker;
        Ok(Rows { total, matched, reading: false, offset: page.offset, games })
    }

    fn game(&self, key: &str, number: u64) -> Result<Game, Rejection> {
        let text = self.find(key)?;
        let record = text.record(number)?;
        let line = record.place.line;
        let source = Source { file: text.key.clone(), name: text.name.clone(), game: number, line };
        Game::new(&record, Some(source))
    }

    fn reload(&self, key: &str) -> Result<File, Rejection> {
        self.find(key)?;
        Err(Rejection::forbidden("this text is in memory: there is no file to reload"))
    }

    fn replace(&self, key: &str, _number: u64, _request: &ReplaceRequest) -> Result<Saved, Rejection> {
        self.find(key)?;
        Err(Rejection::forbidden(CANNOT_SAVE))
    }

    fn save(&self, _request: &SaveRequest) -> Result<Saved, Rejection> {
        Err(Rejection::forbidden(CANNOT_SAVE))
    }
}
