//! The installed page: the requirements of browsers, use without a connection, and updates.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::chromium::Page;
use crate::static_page::{folder, serve};
use crate::{page, play, resume};

/// A copy of the static page whose versions a test publishes.
struct Site(TempDir);

impl Site {
    fn new() -> Self {
        let site = Self(tempfile::tempdir().expect("the system has temporary folders"));
        copy(&folder(), site.0.path());
        site
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn append(&self, name: &str, text: &str) {
        let old = fs::read_to_string(self.path(name)).expect("the file is there");
        fs::write(self.path(name), old + text).expect("it can be written");
    }

    /// Marks a script and a style sheet with a version, without telling the service worker.
    fn mark(&self, version: u32) {
        self.append(
            "main.js",
            &format!("\ndocument.documentElement.dataset.script = '{version}';"),
        );
        self.append("tokens.css", &format!("\n:root {{ --style: {version}; }}"));
    }

    /// Tells the service worker about the marked files; a wrong hash stands for a file that is missing.
    fn release(&self, version: &str, is_whole: bool) {
        let script = fs::read_to_string(self.path("service-worker.js")).expect("it is there");
        let (line, script) = script.split_once('\n').expect("it begins with the release");
        let release = line.strip_prefix("self.release = ").and_then(|rest| rest.strip_suffix(';'));
        let mut release: Value =
            serde_json::from_str(release.expect("it is one line")).expect("it is JSON");
        release["version"] = json!(version);
        for name in ["main.js", "tokens.css"] {
            let bytes = fs::read(self.path(name)).expect("it is there");
            let digest = Sha256::digest(if is_whole { &bytes } else { &b"later"[..] });
            let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            release["files"][name] = json!(digits);
        }
        let script = format!("self.release = {release};\n{script}");
        fs::write(self.path("service-worker.js"), script).expect("it can be written");
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("the folder is there") {
        let entry = entry.expect("it can be read");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir(&target).expect("it can be made");
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("it can be copied");
        }
    }
}

/// Waits until the files are kept, and loads the page from them.
pub(crate) fn install(page: &Page) {
    page.ready();
    let active = "return navigator.serviceWorker.ready.then(({ active }) => active.state)";
    page.until("the files are kept", || page.run(active, "") == "activated");
    page.reload();
    page.ready();
    assert_eq!(page.run("return navigator.serviceWorker.controller !== null", ""), true);
}

/// Returns the versions of a script and of a style that the page has.
fn marks(page: &Page) -> Value {
    let script = "const root = document.documentElement;
        return root && [root.dataset.script ?? '', getComputedStyle(root).getPropertyValue('--style').trim()]";
    page.run(script, "")
}

/// Asks the browser to look for a new version; returns the state of the new service worker.
fn look_for_update(page: &Page) -> Value {
    let script = "return navigator.serviceWorker.getRegistration().then((registration) => registration.update())
        .then(async (registration) => {
          const next = registration.installing ?? registration.waiting;
          if (next?.state === 'installing') await new Promise((done) => { next.onstatechange = done; });
          return next?.state ?? 'none';
        })";
    page.run(script, "")
}

#[test]
#[ignore = "needs Chromium and DOLMEN_STATIC_PAGE"]
fn the_static_page_can_be_installed() {
    let (_server, address) = serve(folder());
    page::test_at(&address, |page| {
        install(page);
        let manifest = page.devtools("Page.getAppManifest", json!({}));
        assert_eq!(manifest["errors"], json!([]), "{manifest}");
        assert!(manifest["url"].as_str().is_some_and(|url| url.ends_with("/app.webmanifest")));
        let errors = page.devtools("Page.getInstallabilityErrors", json!({}));
        assert_eq!(errors["installabilityErrors"], json!([]));
        let icons = "return Promise.all([...arguments[0].split(' ')].map(async (name) => {
            const image = new Image();
            image.src = `icons/${name}.png`;
            await image.decode();
            return image.naturalWidth;
          }))";
        assert_eq!(page.run(icons, "192 512 maskable"), json!([192, 512, 512]));
    });
}

#[test]
#[ignore = "needs Chromium and DOLMEN_STATIC_PAGE"]
fn the_static_page_works_without_a_connection() {
    let (server, address) = serve(folder());
    page::test_with_errors(&address, |page| {
        install(page);
        play(page, "h8");
        page.until("Dolmen has answered", || page.stones().len() == 2);
        drop(server);
        page.goto("about:blank");
        page.goto(&address);
        page.ready();
        resume(page);
    });
}

#[test]
#[ignore = "needs Chromium and DOLMEN_STATIC_PAGE"]
fn a_new_version_of_the_static_page_replaces_all_files_at_once() {
    let site = Site::new();
    let (_server, address) = serve(site.0.path().to_owned());
    page::test_with_errors(&address, |page| {
        install(page);
        play(page, "h8");
        page.until("Dolmen has answered", || page.stones().len() == 2);
        let old = json!(["", ""]);
        site.mark(2);
        page.reload();
        page.ready();
        assert_eq!(marks(page), old, "a version is kept as it was");
        site.release("half", false);
        assert_eq!(look_for_update(page), "redundant", "a version that is not whole is refused");
        page.reload();
        page.ready();
        assert_eq!((marks(page), page.count("[data-key=update]")), (old.clone(), 0));

        site.release("second", true);
        assert_eq!(look_for_update(page), "installed");
        page.until("it is offered", || page.text("#notices").contains("A new version is ready."));
        assert_eq!(marks(page), old, "nothing changes without a word");
        page.press("update now");
        page.until("it is there", || marks(page) == json!(["2", "2"]));
        page.ready();
        page.until("the game is there", || page.stones().len() == 2);
        assert_eq!(page.count("[data-key=update]"), 0);
        let caches = "return caches.keys().then((names) => names.join())";
        page.until("the old one is gone", || {
            page.run(caches, "") == "dolmen /games/dolmen/ second"
        });
    });
}

/// Analyses a position until there are lines, and stops.
fn analyse_and_stop(page: &Page) {
    page.press("analyse");
    page.until("lines are there", || page.count("ol.best li") > 0);
    page.press("analyse");
    page.until("it has stopped", || page.text("[data-key=analyse]") == "Analyse");
}

#[test]
#[ignore = "needs Chromium and DOLMEN_STATIC_PAGE"]
fn analysis_goes_on_after_a_stop_in_the_static_page() {
    let (_server, address) = serve(folder());
    page::test_at(&address, |page| {
        page.ready();
        page.paste_moves("h8i9j7h10k9");
        analyse_and_stop(page);
        page.press("One move back");
        analyse_and_stop(page);
    });
}

#[test]
#[ignore = "needs Chromium and DOLMEN_STATIC_PAGE"]
fn an_installed_static_page_is_isolated_and_analyses() {
    let (_server, address) = serve(folder());
    page::test_at(&address, |page| {
        page.ready();
        assert_eq!(page.run("return crossOriginIsolated", ""), false, "the server has no headers");
        install(page);
        assert_eq!(page.run("return crossOriginIsolated", ""), true);
        page.paste_moves("h8i9j7h10k9");
        analyse_and_stop(page);
        analyse_and_stop(page);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_of_the_program_is_not_kept_by_the_browser() {
    page::test(&["--threads", "1"], |page| {
        let kept = "return navigator.serviceWorker.getRegistrations().then((all) => all.length)";
        assert_eq!((page.run(kept, ""), page.count("link[rel=manifest]")), (json!(0), 0));
    });
}
