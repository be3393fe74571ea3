#!/usr/bin/env perl
# Writes the reference in docs/abi.md from the comments of the C ABI's headers, so that both always say the same.
#
#   scripts/abi-reference.pl            writes it
#   scripts/abi-reference.pl --check    only tells whether it is up to date
#
# The page's own text stays as it is. Between "<!-- from agon/HEADER: PART -->" and "<!-- end -->" stands what is made from
# that header: the PART `intro` is the header's first comment, `rationale` that comment's paragraphs of reasons, and
# `declarations` is all that follows. Each of the three must be asked for once of each header.
#
# Exit code: 0, up to date or written; 1, not up to date; 2, a header that it can't read, or it was called wrongly.
use strict;
use warnings;
use File::Basename;

my $root = dirname(__FILE__) . '/..';
my $include = "$root/sdk/include";
my $page = "$root/docs/abi.md";

sub refuse { print STDERR "abi-reference.pl: @_\n"; exit 2 }

sub content {
  my ($path) = @_;
  open(my $file, '<', $path) or refuse("$path can't be read: $!");
  local $/;
  return <$file>;
}

# A comment's words without its stars, its lines as they are.
sub inside {
  my ($comment) = @_;
  $comment =~ s{^/\*+ ?}{};
  $comment =~ s{\s*\*/$}{};
  $comment =~ s{\n\s*\* ?}{\n}g;
  return $comment;
}

# Names of the C code as code; the rest as Markdown takes it literally. What stands in backticks is code already.
sub markdown {
  my ($text) = @_;
  my @parts = split /(`[^`]*`)/, $text;
  for my $part (@parts) {
    next if $part =~ /^`/;
    $part =~ s{
        \[a-z\]\[a-z0-9_\]\*                              # what an id looks like
      | "[^"\s]*"                                         # a literal
      | \bagon/ext/\.\.\.
      | \*[a-z]+                                          # what a pointer leads to
      | (?<![\w/.<-]) (?: \w+ (?: ::|\.(?=[a-z]) ) )* [A-Za-z]\w*\(\)      # a function
      | (?<![\w/.<-]) (?: [A-Za-z]\w*\.)? [A-Za-z]+_\w+ (?: \.[a-z]\w*)? (?: \.\.\.(?!\w) | \([\w, ]+\) )?    # one with an underscore
      | \btext\[0\]\ ==\ 0 | (?<!\w)-?-[a-z]+ (?:\ [A-Z]+)? (?=[\s),.;:]) | \bagon/[\w./]+\w | \bstd::\w+ | -Wl,[\w,-]+ | <id>/<revision>
    }{`$&`}gx;
    $part =~ s/(?<!`)<(?!!)(?=[^`]*$)/&lt;/g;
  }
  my $result = join '', @parts;
  $result =~ s/``//g;
  return $result;
}

sub joined {
  my ($text) = @_;
  $text =~ s/\s+/ /g;
  $text =~ s/^ | $//g;
  return $text;
}

# Broken into lines; no line begins with what would make it a list or a heading. Lines after the first are indented.
sub wrapped {
  my ($text, $indent) = (@_, '');
  my ($result, $column) = ('', 0);
  for my $word (split / /, $text) {
    my $breaks = $column + 1 + length($word) > 140 && $word !~ /^(?:[-+*#>=]|\d+[.)])/;
    $result .= $column == 0 ? '' : $breaks ? "\n$indent" : ' ';
    $column = ($breaks ? length($indent) : $column + 1) + length($word);
    $result .= $word;
  }
  return $result;
}

# A cell of a table.
sub cell {
  my ($text) = @_;
  my $result = markdown(joined($text));
  $result =~ s/\|/\\|/g;
  return $result;
}

# A function's comment: what it does, what it returns, when it may be called.
sub contract {
  my ($comment, $done) = (@_, 'called');
  my $text = inside($comment);
  my $tag = $text =~ s/\s*\[([^\]]*thread[^\]]*)\]\s*$//s ? joined($1) : '';
  $text =~ s/\n(?=Returns )/\n\n/g;
  my @paragraphs = map { wrapped(markdown(joined($_))) } split /\n\s*\n/, $text;
  s/^Returns /**Returns** / for @paragraphs;
  push @paragraphs, wrapped("**May be $done:** " . markdown($tag) . '.') if $tag ne '';
  return join("\n\n", @paragraphs) . "\n";
}

# "const char* const* names" as type and name; "char text[512]" too.
sub split_declaration {
  my ($code) = @_;
  $code = joined($code);
  return ($code, $1) if $code =~ /\(\*(\w+)\)\(/;
  $code =~ /^(.*?[ *])(\w+)((?:\[\w+\])?)$/ or refuse("a member that is not understood: $code");
  return (joined($1) . $3, $2);
}

# The members between a struct's braces, as [type or whole function, name, comment]. A comment on a member's own line is
# that member's; any other one is for the member after it.
sub members {
  my ($body) = @_;
  my (@members, $before);
  while ($body =~ m{\G(\s*)(?:(/\*.*?\*/)|([^;/]+);)}gcs) {
    my ($space, $comment, $code) = ($1, $2, $3);
    if (defined $code) {
      push @members, [split_declaration($code), $before // '', $code];
      undef $before;
    } elsif (@members && !defined $before && $space !~ /\n/) {
      $members[-1][2] .= "\n" if $members[-1][2] ne '';
      $members[-1][2] .= $comment;
    } else {
      $before = defined $before ? "$before\n$comment" : $comment;
    }
  }
  refuse("the end of a struct is not understood: " . substr($body, pos($body) // 0))
    if substr($body, pos($body) // 0) =~ /\S/;
  return @members;
}

sub comments { return join ' ', map { inside($_) } ($_[0] =~ m{/\*.*?\*/}gs) }

sub struct {
  my ($name, $comment, $body) = @_;
  my $text = "### `$name`\n" . described($comment);
  my (@data, @functions);
  for my $member (members($body)) {
    if ($member->[0] =~ /\(\*/) { push @functions, $member } else { push @data, $member }
  }
  if (@data) {
    $text .= "\n| member | type | meaning |\n|---|---|---|\n";
    $text .= sprintf("| `%s` | `%s` | %s |\n", $_->[1], $_->[0], cell(comments($_->[2]))) for @data;
  }
  for my $function (@functions) {
    my $code = $function->[3];
    $code =~ s/^\s+//;
    $code =~ s/\n\s+/\n    /g;
    $text .= "\n#### `$name.$function->[1]`\n\n```c\n$code;\n```\n\n" . contract($function->[2]);
  }
  return $text;
}

# The constants between an enum's braces.
sub constants {
  my ($body) = @_;
  my (@constants, $before);
  while ($body =~ m{\G(\s*)(?:(/\*.*?\*/)|(\w+)\s*=\s*(-?\w+)\s*,?)}gcs) {
    my ($space, $comment, $name, $value) = ($1, $2, $3, $4);
    if (defined $name) {
      push @constants, [$name, $value, $before // ''];
      undef $before;
    } elsif (@constants && !defined $before && $space !~ /\n/) {
      $constants[-1][2] = $comment;
    } else {
      $before = $comment;
    }
  }
  refuse("the end of an enum is not understood: " . substr($body, pos($body) // 0))
    if substr($body, pos($body) // 0) =~ /\S/;
  return @constants;
}

sub table_of_constants {
  my ($comment, @constants) = @_;
  my $text = $comment eq '' ? '' : paragraphs(inside($comment)) . "\n";
  $text .= "| constant | value | meaning |\n|---|---|---|\n";
  $text .= sprintf("| `%s` | %s | %s |\n", $_->[0], $_->[1], cell(comments($_->[2]))) for @constants;
  return $text;
}

# Paragraphs of a comment; lines that are indented keep their form.
sub paragraphs {
  my ($text) = @_;
  my @blocks;
  for my $line (split /\n/, $text) {
    if ($line =~ /^\s*$/) {
      push @blocks, ['', ''];
    } elsif ($line =~ /^( {2,})/) {
      push @blocks, ['text', '', $1] unless @blocks && $blocks[-1][0] eq 'text';
      $blocks[-1][1] .= ($line =~ s/^$blocks[-1][2]//r) . "\n";
    } else {
      push @blocks, ['words', ''] unless @blocks && $blocks[-1][0] eq 'words';
      $blocks[-1][1] .= "$line\n";
    }
  }
  # A struct of functions may have one tag for all of them.
  my $tag = @blocks && $blocks[-1][0] eq 'words' && $blocks[-1][1] =~ s/\s*\[([^\]]*thread[^\]]*)\]\s*$// ? $1 : '';
  push @blocks, ['', ''], ['words', "They may be called: $tag."] if $tag ne '';
  return join "\n", map { $_->[0] eq 'text' ? "```text\n$_->[1]```\n" : wrapped(markdown(joined($_->[1]))) . "\n" }
    grep { $_->[1] ne '' } @blocks;
}

# What stands under a heading: the comment's paragraphs, if there is a comment.
sub described {
  my ($comment) = @_;
  return $comment eq '' ? '' : "\n" . paragraphs(inside($comment));
}

# One header as its three parts.
sub reference {
  my ($header) = @_;
  my $source = content("$include/$header");
  $source =~ s{\A(/\*.*?\*/)\n}{}s or refuse("$header does not begin with a comment");
  my $first = inside($1);
  $first =~ s{\A\S+ - }{} or refuse("the first line of $header is not '$header - what it is'");
  my $rationale = $first =~ s/\nRationale\n(.*?)(?=\n\n|\z)//s ? $1 : '';
  my $intro = ucfirst(paragraphs($first));
  my @reasons = map { wrapped('- ' . markdown(joined($_)), '  ') } grep { /\S/ } split /^  (?=\S)/m, $rationale;

  $source =~ s{#ifdef __cplusplus.*?#endif\n}{}gs;
  $source =~ s{^#(?:ifndef|include|if|else|endif).*\n}{}gm;
  my ($text, %seen) = ('');
  while ($source =~ m{\G\s*((?:/\*.*?\*/\s*)?)}gcs) {
    my $comment = $1;
    $comment =~ s/\s+$//;
    if ($source =~ m{\G\#define (\w+)[ ]?(.*)\n}gc) {
      my ($name, $value) = ($1, $2);
      next if $value eq '' || $seen{$name}++;
      my $shown = $value =~ /__attribute__/ ? '' : " = `$value`";
      $text .= "\n### `$name`$shown\n" . described($comment);
    } elsif ($source =~ m{\Genum \{(.*?)\};\n}gcs) {
      $text .= "\n" . table_of_constants($comment, constants($1));
    } elsif ($source =~ m{\Gtypedef struct (\w+) \1;\n}gc) {
      $source =~ m{\Gstruct (\w+) \{(.*?)\n\};\n}gcs or refuse("$header: the struct of a typedef does not follow it");
      $text .= "\n" . struct($1, $comment, $2);
    } elsif ($source =~ m{\Gtypedef struct (\w+) \{(.*?)\n\} \1;\n}gcs) {
      $text .= "\n" . struct($1, $comment, $2);
    } elsif ($source =~ m{\Gtypedef (\w+) (\w+);\n}gc) {
      $text .= "\n### `$2` (`$1`)\n" . described($comment);
    } elsif ($source =~ m{\G(extern [^;]*);\n}gc) {
      my $code = $1;
      $code =~ /(\w+)$/;
      $text .= "\n### `$1`\n\n```c\n$code;\n```\n\n" . contract($comment, 'read');
    } elsif ($comment ne '') {
      $text .= "\n" . paragraphs(inside($comment));
    } else {
      last;
    }
  }
  my $rest = substr($source, pos($source) // 0);
  refuse("$header: this is not understood:\n" . substr($rest, 0, 300)) if $rest =~ /\S/;
  return (intro => $intro, rationale => join("\n", @reasons) . "\n", declarations => $text =~ s/^\n//r);
}

my $check = @ARGV == 1 && $ARGV[0] eq '--check';
refuse("takes --check, or nothing") if @ARGV && !$check;

# c_strategy.h is code on top of the ABI.
my @headers = grep { $_ ne 'agon/c_strategy.h' } map { s{^\Q$include\E/}{}r } sort glob("$include/agon/*.h $include/agon/ext/*.h");
my %parts;
for my $header (@headers) {
  my %reference = reference($header);
  $parts{"$header: $_"} = $reference{$_} for grep { $reference{$_} =~ /\w/ } keys %reference;
}

my $was = content($page);
my %asked;
my $is = $was =~ s{(<!-- from (\S+: \w+) -->\n).*?(<!-- end -->)}{
  my ($begin, $part, $end) = ($1, $2, $3);
  exists $parts{$part} or refuse("$page asks for '$part', which there is not");
  refuse("$page asks twice for '$part'") if $asked{$part}++;
  "$begin\n$parts{$part}\n$end"
}gser;
for my $part (sort keys %parts) { refuse("$page leaves '$part' out") unless $asked{$part} }

if ($is ne $was) {
  if ($check) {
    print STDERR "docs/abi.md does not say what the headers say: 'scripts/abi-reference.pl' writes it anew.\n";
    exit 1;
  }
  open(my $file, '>', $page) or refuse("$page can't be written: $!");
  print $file $is;
  close($file) or refuse("$page can't be written: $!");
}
