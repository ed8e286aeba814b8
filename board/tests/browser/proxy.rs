//! A proxy between the browser and the program, whose connections a test can cut.

use std::io;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// A proxy that listens on a port of its own.
pub(crate) struct Proxy {
    port: u16,
    open: Arc<Mutex<Vec<TcpStream>>>,
}

impl Proxy {
    /// Starts a proxy before the program on a port. Its threads end with the test.
    pub(crate) fn start(program: u16) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("there is a free port");
        let port = listener.local_addr().expect("it is bound").port();
        let open: Arc<Mutex<Vec<TcpStream>>> = Arc::default();
        let kept = Arc::clone(&open);
        thread::spawn(move || {
            for visitor in listener.incoming().map_while(Result::ok) {
                // Without the program, the connection ends at once.
                let Ok(server) = TcpStream::connect(("127.0.0.1", program)) else { continue };
                let streams =
                    [&visitor, &server].map(|stream| stream.try_clone().expect("it is open"));
                kept.lock().expect("no thread panics with the lock").extend(streams);
                for (mut from, mut to) in [(clone(&visitor), clone(&server)), (server, visitor)] {
                    thread::spawn(move || {
                        io::copy(&mut from, &mut to).ok();
                        to.shutdown(Shutdown::Both).ok();
                    });
                }
            }
        });
        Self { port, open }
    }

    /// Returns the port of the proxy.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Ends all connections.
    pub(crate) fn cut(&self) {
        for stream in self.open.lock().expect("no thread panics with the lock").drain(..) {
            stream.shutdown(Shutdown::Both).ok();
        }
    }
}

fn clone(stream: &TcpStream) -> TcpStream {
    stream.try_clone().expect("it is open")
}
