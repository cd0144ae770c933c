//! Detects executables and scripts by extension and by content.

/// Extensions that common systems execute when a file is opened.
const EXTENSIONS: [&str; 41] = [
    "apk", "app", "appx", "bat", "chm", "cmd", "com", "cpl", "dll", "dmg", "exe", "gadget", "hta", "inf",
    "jar", "js", "jse", "lnk", "mht", "mhtml", "mjs", "msc", "msi", "msix", "msp", "mst", "pif", "ps1",
    "psm1", "py", "reg", "scf", "scr", "sh", "url", "vb", "vbe", "vbs", "wsf", "wsh", "xll",
];

const SIGNATURES: [&[u8]; 13] = [
    b"MZ",
    b"\x7fELF",
    b"#!",
    b"\xef\xbb\xbf#!",
    // Mach-O, 32-bit and 64-bit in both byte orders, and universal binaries. Java class files
    // start with the same bytes as universal binaries.
    b"\xfe\xed\xfa\xce",
    b"\xfe\xed\xfa\xcf",
    b"\xce\xfa\xed\xfe",
    b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
    // Windows shortcut: header size and class ID.
    b"L\0\0\0\x01\x14\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46",
    // Compiled help, Android and WebAssembly programs.
    b"ITSF",
    b"dex\n",
    b"\0asm",
];

const COMPOUND: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
/// Class IDs of Windows Installer packages, patches and transforms, without the first byte, which differs.
const INSTALLER: &[u8] = b"\x10\x0c\0\0\0\0\0\xc0\0\0\0\0\0\0\x46";
const INSTALLER_KINDS: [u8; 3] = [0x82, 0x84, 0x86];

/// Returns whether files with this lowercase extension are programs.
pub(super) fn has_extension(extension: &str) -> bool {
    EXTENSIONS.contains(&extension)
}

/// Returns whether a file that starts with these bytes is an executable or a script.
pub fn is_program(head: &[u8]) -> bool {
    SIGNATURES.iter().any(|start| head.starts_with(start))
        || is_batch(head)
        || (head.starts_with(COMPOUND) && is_installer(head))
        || (head.starts_with(b"PK\x03\x04") && is_java_archive(head))
}

/// Returns whether the file is a batch file that starts with `@echo off`. Other batch files are recognized by
/// name only.
fn is_batch(head: &[u8]) -> bool {
    let text = head
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(head)
        .trim_ascii_start();
    text.get(..9)
        .is_some_and(|start| start.eq_ignore_ascii_case(b"@echo off"))
}

/// Finds the class ID of the root entry. If the directory is stored further back, only the extension
/// identifies the file.
fn is_installer(head: &[u8]) -> bool {
    head.windows(1 + INSTALLER.len())
        .any(|part| INSTALLER_KINDS.contains(&part[0]) && &part[1..] == INSTALLER)
}

fn is_java_archive(head: &[u8]) -> bool {
    contains(head, b"META-INF/MANIFEST.MF") && contains(head, b".class")
}

pub(super) fn contains(head: &[u8], part: &[u8]) -> bool {
    head.windows(part.len()).any(|found| found == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_are_sorted_and_lowercase() {
        assert!(EXTENSIONS.is_sorted());
        assert!(EXTENSIONS.iter().all(|one| *one == one.to_lowercase()));
    }

    #[test]
    fn recognizes_programs_by_their_first_bytes() {
        let installer = [COMPOUND, &[0; 600], b"\x84\x10\x0c\0\0\0\0\0\xc0\0\0\0\0\0\0\x46"].concat();
        for head in [
            &b"MZ\x90\0"[..],
            b"\x7fELF\x02",
            b"#!/bin/sh\n",
            b"\xef\xbb\xbf#!/bin/sh\n",
            b"\xcf\xfa\xed\xfe\x07",
            b"\xca\xfe\xba\xbe\0\0\0\x02",
            b"L\0\0\0\x01\x14\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46\x9b",
            b"\r\n@ECHO OFF\r\ndel *.*",
            b"PK\x03\x04....META-INF/MANIFEST.MF....PK\x03\x04a/Main.class",
            &installer,
        ] {
            assert!(is_program(head), "{head:?}");
        }
        for head in [
            &b""[..],
            b"%PDF-1.7",
            b"L\0\0\0 text",
            b"PK\x03\x04....META-INF/MANIFEST.MF",
            b"PK\x03\x04....schema.class",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 workbook",
            b"First Name,Last Name\n#!",
        ] {
            assert!(!is_program(head), "{head:?}");
        }
    }
}
