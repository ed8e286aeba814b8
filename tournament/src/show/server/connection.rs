//! One visitor: one request, one answer.

use std::io::{self, BufWriter, Read};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use crate::show::server::answer::{HTML, JSON, beat, begin_events, event, refuse, send};
use crate::show::server::hub::{EVENTS, Hub, News};
use crate::show::server::names::Hosts;
use crate::show::server::request::{Refusal, Request, read};

/// The time that a request may take to come.
const REQUEST: Duration = Duration::from_secs(10);
/// The time that a visitor may take to read anything at all.
const WRITE: Duration = Duration::from_secs(10);
/// The time that the server waits for a visitor to go after the answer.
const GOODBYE: Duration = Duration::from_millis(300);
/// The interval at which a visitor who looks on hears something.
const BEAT: Duration = Duration::from_secs(15);
/// So many may look on at once.
const LISTENERS: usize = 32;
/// Bytes that are taken from a visitor who does not stop talking.
const DRAINED: u64 = 64 * 1024;

/// Hears and answers a visitor.
pub(super) fn attend(stream: &TcpStream, hosts: &Hosts, hub: &Hub) -> io::Result<()> {
    stream.set_read_timeout(Some(REQUEST))?;
    stream.set_write_timeout(Some(WRITE))?;
    stream.set_nodelay(true)?;
    let mut reader = stream;
    let mut writer = BufWriter::new(stream);
    match read(&mut reader, Instant::now() + REQUEST) {
        Ok(None) => return Ok(()),
        Ok(Some(request)) if !hosts.allow(&request.host) => {
            refuse(&mut writer, Refusal::OtherHost)?;
        }
        Ok(Some(request)) => answer(&mut writer, &request, hub)?,
        Err(refusal) => refuse(&mut writer, refusal)?,
    }
    drop(writer);
    // What a visitor still sends would otherwise make the system take the answer back.
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(GOODBYE))?;
    io::copy(&mut reader.take(DRAINED), &mut io::sink()).map(|_| ())
}

/// Tells a visitor that there is no room.
pub(super) fn send_away(stream: &TcpStream) -> io::Result<()> {
    stream.set_write_timeout(Some(GOODBYE))?;
    refuse(&mut BufWriter::new(stream), Refusal::Crowded)
}

fn answer(writer: &mut BufWriter<&TcpStream>, request: &Request, hub: &Hub) -> io::Result<()> {
    match request.path.as_str() {
        "/" => send(writer, HTML, &hub.page(), request.is_head),
        "/data.json" => send(writer, JSON, &hub.data(), request.is_head),
        EVENTS if request.is_head => begin_events(writer),
        EVENTS => follow(writer, request, hub),
        _ => refuse(writer, Refusal::NotFound),
    }
}

/// Tells a visitor what is new, as long as it listens and there is anything.
fn follow(writer: &mut BufWriter<&TcpStream>, request: &Request, hub: &Hub) -> io::Result<()> {
    let Some(mut listener) = hub.listen(request.since, LISTENERS) else {
        return refuse(writer, Refusal::Crowded);
    };
    begin_events(writer)?;
    loop {
        let News { data, running, is_last } = listener.next(BEAT);
        if data.is_none() && running.is_none() && !is_last {
            beat(writer)?;
        }
        if let Some(data) = data {
            event(writer, "data", &data, Some(listener.has.data))?;
        }
        if let Some(running) = running {
            event(writer, "running", &running, None)?;
        }
        if is_last {
            // Otherwise a browser asks for more again and again.
            return event(writer, "end", "{}", None);
        }
    }
}
