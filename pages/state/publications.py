"""Papers and books by short names, in the groups and the order in which one would read them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Publication:
    """A paper or a book: who, when, its title, and where it is read."""

    authors: str
    year: int
    title: str
    link: str

    @property
    def short(self) -> str:
        """Authors and year, as Markdown with the link."""
        return f"[{self.authors} {self.year}]({self.link})"

    @property
    def full(self) -> str:
        """Authors, title and year, as Markdown with the link."""
        return f"{self.authors}, [*{self.title}*]({self.link}) ({self.year})"


# the groups of the Guide's list
READING: dict[str, dict[str, Publication]] = {
    "Books": {
        "scholkopf-smola": Publication(
            "Schölkopf and Smola",
            2002,
            "Learning with Kernels",
            "https://mitpress.mit.edu/9780262536578/learning-with-kernels/",
        ),
        "bishop": Publication(
            "Bishop",
            2006,
            "Pattern Recognition and Machine Learning",
            "https://www.microsoft.com/en-us/research/publication/pattern-recognition-machine-learning/",
        ),
        "hastie": Publication(
            "Hastie, Tibshirani and Friedman",
            2009,
            "The Elements of Statistical Learning",
            "https://hastie.su.domains/ElemStatLearn/",
        ),
        "understanding": Publication(
            "Shalev-Shwartz and Ben-David",
            2014,
            "Understanding Machine Learning",
            "https://www.cs.huji.ac.il/~shais/UnderstandingMachineLearning/",
        ),
        "boyd": Publication(
            "Boyd and Vandenberghe",
            2004,
            "Convex Optimization",
            "https://web.stanford.edu/~boyd/cvxbook",
        ),
        "rockafellar": Publication(
            "Rockafellar", 1970, "Convex Analysis", "https://doi.org/10.1515/9781400873173"
        ),
    },
    "Margin and duality": {
        "boser": Publication(
            "Boser, Guyon and Vapnik",
            1992,
            "A training algorithm for optimal margin classifiers",
            "https://doi.org/10.1145/130385.130401",
        ),
        "cortes-vapnik": Publication(
            "Cortes and Vapnik",
            1995,
            "Support-vector networks",
            "https://doi.org/10.1007/BF00994018",
        ),
        "burges": Publication(
            "Burges",
            1998,
            "A tutorial on support vector machines for pattern recognition",
            "https://doi.org/10.1023/A:1009715923555",
        ),
        "bennett": Publication(
            "Bennett and Bredensteiner",
            2000,
            "Duality and geometry in SVM classifiers",
            "https://www.robots.ox.ac.uk/~cvrg/bennett00duality.pdf",
        ),
        "cover": Publication(
            "Cover",
            1965,
            "Geometrical and statistical properties of systems of linear inequalities",
            "https://doi.org/10.1109/PGEC.1965.264137",
        ),
        "bartlett": Publication(
            "Bartlett, Jordan and McAuliffe",
            2006,
            "Convexity, classification, and risk bounds",
            "https://doi.org/10.1198/016214505000000907",
        ),
    },
    "Kernels": {
        "mercer": Publication(
            "Mercer",
            1909,
            "Functions of positive and negative type",
            "https://doi.org/10.1098/rsta.1909.0016",
        ),
        "shawe-taylor": Publication(
            "Shawe-Taylor and Cristianini",
            2004,
            "Kernel Methods for Pattern Analysis",
            "https://doi.org/10.1017/CBO9780511809682",
        ),
        "lin-sigmoid": Publication(
            "Lin and Lin",
            2003,
            "A study on sigmoid kernels for SVM",
            "https://www.csie.ntu.edu.tw/~cjlin/papers/tanh.pdf",
        ),
        "williams": Publication(
            "Williams and Seeger",
            2001,
            "Using the Nyström method to speed up kernel machines",
            "https://papers.nips.cc/paper/1866-using-the-nystrom-method-to-speed-up-kernel-machines",
        ),
        "rahimi": Publication(
            "Rahimi and Recht",
            2007,
            "Random features for large-scale kernel machines",
            "https://papers.nips.cc/paper/3182-random-features-for-large-scale-kernel-machines",
        ),
        "lodhi": Publication(
            "Lodhi et al.",
            2002,
            "Text classification using string kernels",
            "https://www.jmlr.org/papers/v2/lodhi02a.html",
        ),
    },
    "Training": {
        "rosenblatt": Publication(
            "Rosenblatt", 1958, "The perceptron", "https://doi.org/10.1037/h0042519"
        ),
        "novikoff": Publication(
            "Novikoff",
            1962,
            "On convergence proofs for perceptrons",
            "https://cs.uwaterloo.ca/~y328yu/classics/novikoff.pdf",
        ),
        "robbins": Publication(
            "Robbins and Monro",
            1951,
            "A stochastic approximation method",
            "https://doi.org/10.1214/aoms/1177729586",
        ),
        "shor": Publication(
            "Shor",
            1985,
            "Minimization Methods for Non-Differentiable Functions",
            "https://doi.org/10.1007/978-3-642-82118-9",
        ),
        "bottou": Publication(
            "Bottou",
            2012,
            "Stochastic gradient descent tricks",
            "https://leon.bottou.org/papers/bottou-tricks-2012",
        ),
        "pegasos": Publication(
            "Shalev-Shwartz, Singer, Srebro and Cotter",
            2011,
            "Pegasos: primal estimated sub-gradient solver for SVM",
            "https://doi.org/10.1007/s10107-010-0420-4",
        ),
        "online": Publication(
            "Shalev-Shwartz",
            2012,
            "Online learning and online convex optimization",
            "https://doi.org/10.1561/2200000018",
        ),
        "chapelle": Publication(
            "Chapelle",
            2007,
            "Training a support vector machine in the primal",
            "https://doi.org/10.1162/neco.2007.19.5.1155",
        ),
        "platt-smo": Publication(
            "Platt",
            1999,
            "Fast training of support vector machines using sequential minimal optimization",
            "https://doi.org/10.7551/mitpress/1130.003.0016",
        ),
        "fan": Publication(
            "Fan, Chen and Lin",
            2005,
            "Working set selection using second order information",
            "https://www.jmlr.org/papers/v6/fan05a.html",
        ),
        "liblinear": Publication(
            "Fan, Chang, Hsieh, Wang and Lin",
            2008,
            "LIBLINEAR: a library for large linear classification",
            "https://www.jmlr.org/papers/v9/fan08a.html",
        ),
        "path": Publication(
            "Hastie, Rosset, Tibshirani and Zhu",
            2004,
            "The entire regularization path for the support vector machine",
            "https://www.jmlr.org/papers/v5/hastie04a.html",
        ),
    },
    "Evaluation": {
        "kohavi": Publication(
            "Kohavi",
            1995,
            "A study of cross-validation and bootstrap for accuracy estimation",
            "https://www.ijcai.org/Proceedings/95-2/Papers/016.pdf",
        ),
        "fawcett": Publication(
            "Fawcett",
            2006,
            "An introduction to ROC analysis",
            "https://doi.org/10.1016/j.patrec.2005.10.010",
        ),
        "cawley": Publication(
            "Cawley and Talbot",
            2010,
            "On over-fitting in model selection",
            "https://www.jmlr.org/papers/v11/cawley10a.html",
        ),
        "vapnik-chapelle": Publication(
            "Vapnik and Chapelle",
            2000,
            "Bounds on error expectation for support vector machines",
            "https://doi.org/10.1162/089976600300015042",
        ),
        "platt": Publication(
            "Platt",
            1999,
            "Probabilistic outputs for support vector machines",
            "https://home.cs.colorado.edu/~mozer/Teaching/syllabi/6622/papers/Platt1999.pdf",
        ),
    },
    "More models": {
        "weston-watkins": Publication(
            "Weston and Watkins",
            1999,
            "Support vector machines for multi-class pattern recognition",
            "https://www.esann.org/sites/default/files/proceedings/legacy/es1999-461.pdf",
        ),
        "crammer-singer": Publication(
            "Crammer and Singer",
            2001,
            "On the algorithmic implementation of multiclass kernel-based vector machines",
            "https://www.jmlr.org/papers/v2/crammer01a.html",
        ),
        "hsu": Publication(
            "Hsu and Lin",
            2002,
            "A comparison of methods for multiclass support vector machines",
            "https://doi.org/10.1109/72.991427",
        ),
        "rifkin": Publication(
            "Rifkin and Klautau",
            2004,
            "In defense of one-vs-all classification",
            "https://www.jmlr.org/papers/v5/rifkin04a.html",
        ),
        "smola": Publication(
            "Smola and Schölkopf",
            2004,
            "A tutorial on support vector regression",
            "https://doi.org/10.1023/B:STCO.0000035301.49549.88",
        ),
        "nu": Publication(
            "Schölkopf, Smola, Williamson and Bartlett",
            2000,
            "New support vector algorithms",
            "https://doi.org/10.1162/089976600300015565",
        ),
        "one-class": Publication(
            "Schölkopf, Platt, Shawe-Taylor, Smola and Williamson",
            2001,
            "Estimating the support of a high-dimensional distribution",
            "https://doi.org/10.1162/089976601750264965",
        ),
        "tax-duin": Publication(
            "Tax and Duin",
            2004,
            "Support vector data description",
            "https://doi.org/10.1023/B:MACH.0000008084.60811.49",
        ),
    },
}
