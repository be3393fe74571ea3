#!/usr/bin/env bash
# Writes a program in Rust that prints the members of the structs in the games' Rust templates, one a line:
# "GAME STRUCT MEMBER OFFSET SIZE TYPE", and for the struct itself "GAME STRUCT - 0 SIZE struct".
#
#   rust_members.sh MAIN_RS AGON_RS GAME_RS...      MAIN_RS is what it writes
set -eu -o pipefail

exec >"$1"
shift

cat <<END
#[path = "$1"]
mod agon;
fn size_of_pointed<T>(_: *const T) -> usize {
    std::mem::size_of::<T>()
}
fn type_of_pointed<T>(_: *const T) -> &'static str {
    std::any::type_name::<T>()
}
macro_rules! member {
    (\$game:ident, \$owner:ident, \$name:ident) => {{
        let room = std::mem::MaybeUninit::<\$game::\$owner>::uninit();
        let start = room.as_ptr();
        let place = unsafe { std::ptr::addr_of!((*start).\$name) };
        let (game, owner, name) = (stringify!(\$game), stringify!(\$owner), stringify!(\$name));
        let offset = place as usize - start as usize;
        println!("{} {} {} {} {} {}", game, owner, name, offset, size_of_pointed(place), type_of_pointed(place));
    }};
}
END
shift
for file in "$@"; do
  printf '#[path = "%s"]\nmod %s;\n' "$file" "$(basename "$file" .rs)"
done
echo 'fn main() {'
for file in "$@"; do
  awk -v game="$(basename "$file" .rs)" '
    /^#\[repr\(C\)\]/ { c = 1 }
    /^pub struct [A-Za-z]+ \{/ && c {
      owner = $3
      printf "    println!(\"%s %s - 0 {} struct\", std::mem::size_of::<%s::%s>());\n", game, owner, game, owner
    }
    /^}/ { owner = ""; c = 0 }
    owner != "" && /^    pub [a-z0-9_]+:/ { sub(/:/, "", $2); printf "    member!(%s, %s, %s);\n", game, owner, $2 }' "$file"
done
echo '}'
