import { describe, expect, it } from "vitest";
import { shown } from "./shown.ts";

describe("the public surface of", () => {
  it("Python is what __all__ lists, else the names without an underscore", async () => {
    const lines = await shown(
      "pkg/a.py",
      `__all__ = ["A", "g", "lazy"] + ["_listed"]
__all__ += ("Re",)
from .re import Re, Other
@dataclass(frozen=True, secret="SECRET")
class A(Base, namedtuple("SECRET", "x"), metaclass=Meta):
    """SECRET"""
    x: int = 5
    RED, GREEN = "SECRET", 2
    _hidden = 1
    @property
    async def f(self, a="SECRET", *b, c: Literal["on"] = SECRET, **d) -> "List[int]": return SECRET
    @overload
    def o(self, a: int) -> int: ...
    def o(self, a): return SECRET
    def __init__(self,
                 q=lambda: SECRET,  # SECRET
                 ): pass
    def _private(self): pass
    @app.route("/SECRET")
    def r(self): return "SECRET"
def g(a, /, *, b): pass
def unlisted(): pass
_listed = "SECRET"`,
    );

    expect(lines).toEqual([
      "lazy  (in __all__)",
      "from .re import Re",
      "@dataclass(…) class A(Base, namedtuple(…), metaclass=Meta)",
      "  x: int = …",
      "  RED = …",
      "  GREEN = …",
      '  @property async def f(self, a=…, *b, c: Literal["on"] = …, **d) -> "List[int]"',
      "  @overload def o(self, a: int) -> int",
      "  def __init__(self, q=…)",
      "  @app.route(…) def r(self)",
      "def g(a, /, *, b)",
      "_listed = …",
    ]);
    expect(
      await shown(
        "b.py",
        "if X:\n    def a(): return SECRET\ntry:\n    b = SECRET\nexcept E: pass\ndef _c(): pass\n",
      ),
    ).toEqual(["def a()", "b = …"]);
    expect(
      await shown(
        "p/__init__.py",
        "from .m import a as b\nfrom os import path\nfrom .n import *\n",
      ),
    ).toEqual(["from .m import a as b", "from .n import *"]);
  });

  it("Go has methods by their receiver, exported fields and no tags", async () => {
    const lines = await shown(
      "a.go",
      `package foo
type A[T any] struct { B int \`json:"SECRET"\`; c, D string; *Emb; low struct { Z int } }
type I interface { M(a int) (string, error); ~int | string; priv() }
type F func(a int)
func (a *A[T]) Foo(x, y int, f func(int) bool) (r int, err error) { return "SECRET" }
func (hidden) Exp() {}
func hidden2() {}
const ( X int = iota; Y; z )
var V, w = "SECRET", func() { SECRET() }
var Err = errors.New("SECRET")`,
    );

    expect(lines).toEqual([
      "package foo",
      "type A[T any] struct",
      "  B int",
      "  D string",
      "  *Emb",
      "type I interface",
      "  M(a int) (string, error)",
      "  ~int | string",
      "type F func(a int)",
      "func (a *A[T]) Foo(x, y int, f func(int) bool) (r int, err error)",
      "const X int = …",
      "const Y",
      "var V = …",
      "var Err = …",
    ]);
  });

  it("Rust has impl blocks, traits and exported macros, and no tests", async () => {
    const lines = await shown(
      "a.rs",
      `#[derive(Debug)]
pub struct S<T: Clone = u8> where T: X { pub a: i32, b: [u8; 3] }
pub struct U(pub i32, String);
pub(crate) fn x() {}
struct Priv; impl Priv { pub fn no() {} }
pub enum E { A = 1, B(i32), C { x: u8 } }
impl<T> S<T> { pub const K: i32 = 5; pub async fn f(&self, a: i32) -> impl Iterator<Item = u8> { SECRET } fn p() {} }
impl fmt::Display for S<u8> { type O = i32; fn fmt(&self) -> R { SECRET } }
pub trait T: A { const Q: &'static str = "SECRET"; fn m(&self) { SECRET } fn n(); }
#[macro_export]
macro_rules! mac { ($a:expr) => { SECRET }; () => {} }
mod inner { pub fn re() {} } pub use inner::re;
#[cfg(test)] mod tests { pub fn t() {} }`,
    );

    expect(lines).toEqual([
      "pub struct S<T: Clone = u8> where T: X",
      "  pub a: i32",
      "pub struct U(pub i32, _)",
      "pub enum E",
      "  A = …",
      "  B(i32)",
      "  C { x: u8 }",
      "impl<T> S<T>",
      "  pub const K: i32 = …",
      "  pub async fn f(&self, a: i32) -> impl Iterator<Item = u8>",
      "impl fmt::Display for S<u8>",
      "  type O = i32",
      "  fn fmt(&self) -> R",
      "pub trait T: A",
      "  const Q: &'static str = …",
      "  fn m(&self)",
      "  fn n()",
      "macro_rules! mac ($a:expr) | ()",
      "pub fn re()",
      "pub use inner::re",
    ]);
  });

  it("Ruby ends where a private section begins, and goes on behind it", async () => {
    const lines = await shown(
      "a.rb",
      `module A
  class C < Struct.new(:a, :b)
    X = "SECRET"
    attr_reader :a
    include Foo
    def initialize(a, b = "SECRET", *c, d:, e: 2, &g); SECRET; end
    def self.k(x) = SECRET
    def one(a) = SECRET
    def later; end
    private
    def p; end
    attr_reader :hidden
    public def q?; end
    class << self
      def z; end
      private
      def zz; end
    end
    public
    def late; end
    private def inline; end
    private :later
    private_class_method :k
    D = Struct.new(:a) do
      def foo; end
    end
  end
end`,
    );

    expect(lines).toEqual([
      "module A",
      "  class C < Struct.new(:a, :b)",
      "    X = …",
      "    attr_reader :a",
      "    include Foo",
      "    def initialize(a, b = …, *c, d:, e: …, &g)",
      "    def one(a)",
      "    def q?",
      "    def self.z",
      "    def late",
      "    D = Struct.new(:a)",
      "      def foo",
    ]);
  });

  it("PHP is what is public, said or not", async () => {
    const lines = await shown(
      "a.php",
      `<?php
namespace A\\B;
const K = 'SECRET';
define('Z', 'SECRET');
#[Attr("SECRET")]
abstract class C extends D implements E { use T; public const Q = 1; private $p = 1; public static ?int $s = 5, $t;
  public function __construct(private int $a = 1, public readonly string $b = "SECRET") { SECRET(); }
  function f(int ...$x): static { return SECRET; } protected function g() {} private function h() {} }
interface I { public function m(); }
trait T { public function tf() { SECRET(); } }
enum S: string { case A = 'SECRET'; case B; }
if (!function_exists('bar')) { function bar($a = [1]) { SECRET(); } }`,
    );

    expect(lines).toEqual([
      "namespace A\\B",
      "const K = …",
      "define('Z', …)",
      "abstract class C extends D implements E",
      "  use T",
      "  public const Q = …",
      "  public static ?int $s = …",
      "  public static ?int $t",
      "  public function __construct(int $a = …, readonly string $b = …)",
      "  public readonly string $b",
      "  function f(int ...$x): static",
      "interface I",
      "  public function m()",
      "trait T",
      "  public function tf()",
      "enum S: string",
      "  case A = …",
      "  case B",
      "function bar($a = …)",
    ]);
  });

  it("Java has protected members, and no package-private ones", async () => {
    const lines = await shown(
      "a.java",
      `package a.b;
@Ann(x = "SECRET") public abstract class C<T extends D> implements F {
  public static final String X = "SECRET", Y; private int z; int pkg() { return 1; }
  protected C(@NotNull final int a, String... b) throws Q { SECRET(); }
  public <R> List<R> m(int[] a) { return SECRET; }
  protected enum G { A(1) { void q() {} }, B; public int v() { return 1; } } }
public interface I { int X = 1; default void d() { SECRET(); } void m(); private void p() {} }
public record R<T>(int a, T b) { public R { SECRET(); } public int sum() { return 1; } }
public @interface An { String value() default "SECRET"; }
class Hidden { public void m() {} }`,
    );

    expect(lines).toEqual([
      "package a.b",
      "@Ann(…) public abstract class C<T extends D> implements F",
      "  public static final String X = …",
      "  public static final String Y",
      "  protected C(@NotNull final int a, String... b) throws Q",
      "  public <R> List<R> m(int[] a)",
      "  protected enum G",
      "    A",
      "    B",
      "    public int v()",
      "public interface I",
      "  int X = …",
      "  default void d()",
      "  void m()",
      "public record R<T>(int a, T b)",
      "  public int sum()",
      "public @interface An",
      "  String value() default …",
    ]);
  });

  it("C# has accessors that others may use, and no internal ones", async () => {
    const lines = await shown(
      "a.cs",
      `namespace A.B;
[Attr("SECRET")] public abstract class C<T> : D<T> where T : class, new() {
  public const string X = "SECRET", Y = "SECRET"; private int z; int hidden;
  public int P { get; private set; } = 5; public string Q => "SECRET";
  protected internal C(int a, [FromBody] string b = "SECRET", T c = default(SECRET)) : base(SECRET) { SECRET(); }
  public async Task<int> M<R>(this R r, params int[] a) where R : struct => SECRET;
  public int this[int i] { get { return SECRET; } set { } }
  public static C operator +(C a, C b) => SECRET; private protected void W() {} void I.X() {}
  public event Action E { add { SECRET(); } remove { } } }
public record R(int A, string B = "SECRET") : Base(SECRET);
public interface I { void M(); int P { get; } }
internal class H { public int no; }`,
    );

    expect(lines).toEqual([
      "namespace A.B",
      "public abstract class C<T> : D<T> where T : class, new()",
      "  public const string X = …",
      "  public const string Y = …",
      "  public int P { get; }",
      "  public string Q { get; }",
      "  protected internal C(int a, string b = …, T c = …)",
      "  public async Task<int> M<R>(this R r, params int[] a) where R : struct",
      "  public int this[int i] { get; set; }",
      "  public static C operator +(C a, C b)",
      "  public event Action E",
      "public record R(int A, string B = …) : Base(…)",
      "public interface I",
      "  void M()",
      "  int P { get; }",
    ]);
  });
});
